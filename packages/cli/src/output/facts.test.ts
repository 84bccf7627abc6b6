import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factLines } from './facts.ts';
import { styleOf } from './styled.ts';
import type { Terminal } from './terminal.ts';

const terminal: Terminal = { columns: 80, room: 80, style: styleOf(false), link: (text) => text };

it('a label of any length never touches its value', () => {
  const name = fc.stringMatching(/^[a-z]{1,30}$/);
  fc.assert(
    fc.property(name, (label) => {
      expect(factLines([[label, 'VALUE']], terminal).join('\n')).toMatch(
        new RegExp(`^ {2}${label}\\s+VALUE$`),
      );
    }),
  );
});

it('as Googlebot', () => {
  expect(factLines([['as Googlebot', 'not-asked']], terminal)).toEqual([
    '  as Googlebot',
    '              not-asked',
  ]);
});
