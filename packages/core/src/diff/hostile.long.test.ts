import { describe, expect, it } from 'vitest';
import { diff } from './diff.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

/** Files of 500 KB that are built to be slow. Each comparison of two files stays within the budget. */
const repeated = (text: string): string => text.repeat(Math.ceil(500_000 / text.length));
const numbered = (count: number, line: (at: number) => string): string =>
  `User-agent: *\n${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`;

describe('diff ends on', () => {
  it.each([
    [
      'thousands of patterns with three stars',
      numbered(10_000, (at) => `${at % 2 ? 'Allow' : 'Disallow'}: /*${'a'.repeat(1 + (at % 7))}*b${at}*c`),
      numbered(10_000, (at) => `${at % 2 ? 'Allow' : 'Disallow'}: /*${'e'.repeat(1 + (at % 7))}*b${at}*c`),
    ],
    [
      'one pattern of 250,000 stars',
      `User-agent: *\nDisallow: /${repeated('*a')}\n`,
      `User-agent: *\nDisallow: /${repeated('*a')}b\n`,
    ],
    [
      'one pattern of 500,000 letters',
      `User-agent: *\nDisallow: /${repeated('a')}\n`,
      `User-agent: *\nDisallow: /${repeated('a')}b\n`,
    ],
    [
      'stars alone',
      `User-agent: *\n${repeated('Disallow: /*\n')}`,
      `User-agent: *\nDisallow: /${repeated('*')}\n`,
    ],
    [
      'thousands of crawlers beside thousands of rules',
      `${numbered(5_000, (at) => `Disallow: /a${at}`)}${numbered(9_000, (at) => `User-agent: b${at}\nDisallow: /${at}`)}`,
      numbered(5_000, (at) => `Disallow: /a${at}`),
    ],
    [
      'one crawler in thousands of groups',
      repeated('User-agent: a\nDisallow: /\n'),
      repeated('User-agent: a\nDisallow: /x\n'),
    ],
    ['a name repeated', repeated('User-agent: a\n'), `${repeated('User-agent: a\n')}Disallow: /\n`],
  ])('%s', (_, before, after) => {
    const budget = 50_000;
    const report = diff(before, after, { budget });
    expect(report.isComplete || report.crawlers.some(({ isComplete }) => !isComplete)).toBe(true);
    expect(proveSameVerdicts(before, before, { budget }).kind).toBe('equal');
  });
});
