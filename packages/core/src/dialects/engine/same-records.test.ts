import { describe, expect, it } from 'vitest';
import { proveSameVerdicts } from '../../diff/prove-same-verdicts.ts';
import type { Dialect } from '../../parse/dialect.ts';
import { protego } from '../protego.ts';
import { python } from '../python.ts';

describe('of the records that a dialect finds, the first that differs', () => {
  const difference = (dialect: Dialect, before: string, after: string) =>
    proveSameVerdicts(before, after, { dialects: [dialect] });

  it.each([
    ['a value', 'User-agent: *\nDisallow: /a\n', 'User-agent: *\nDisallow: /b\n', { before: 2, after: 2 }],
    ['a kind', 'User-agent: *\nDisallow: /a\n', 'User-agent: *\n\nAllow: /a\n', { before: 2, after: 2 }],
    ['one more', 'User-agent: *', 'User-agent: *\nAllow: /a', { before: undefined, after: 2 }],
    ['one less', 'User-agent: *\nAllow: /a', 'User-agent: *', { before: 2, after: undefined }],
  ])('%s', (_, before, after, expected) => {
    expect(difference(python, before, after)).toMatchObject({ kind: 'undecided', difference: expected });
  });

  it.each([
    ['a comment', 'User-agent: *\nDisallow: /a\n', '# a\nUser-agent: *\nDisallow: /a # b\n'],
    ['blank lines before a group', 'User-agent: *\nDisallow: /\n', '\n\nUser-agent: *\nDisallow: /\n\n\n'],
    ['an unknown name', 'User-agent: *\nX: y\nAllow: /\n', 'User-agent: *\nZ: a\nAllow: /\n'],
  ])('%s is none', (_, before, after) => {
    expect(difference(python, before, after)).toEqual({ kind: 'equal' });
  });

  it('a value that is read otherwise without a colon is one', () => {
    const [colon, none] = ['Disallow: /a  b', 'Disallow /a  b'].map((line) => `User-agent: *\n${line}\n`);
    expect(difference(protego, colon as string, none as string)).toMatchObject({ kind: 'undecided' });
    expect(difference(protego, none as string, `# a\n${none}`)).toEqual({ kind: 'equal' });
  });

  it('a name that is missing is one, because some originals join groups there', () => {
    const [named, nameless] = ['X: y', ': y'].map((line) => `User-agent: *\n${line}\nAllow: /\n`);
    expect(difference(python, named as string, nameless as string)).toMatchObject({ kind: 'undecided' });
  });
});
