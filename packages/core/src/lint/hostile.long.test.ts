/** Lints files of 500 KB that are built to make single rules slow. */
import { describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

describe('lint of large files', () => {
  it.each([
    ['250,000 lines without a colon', 'a\n'.repeat(250_000)],
    [
      '9,000 groups beside 5,000 rules',
      `User-agent: *\n${'Disallow: /a\n'.repeat(5_000)}${Array.from({ length: 9_000 }, (_, index) => `User-agent: b${index}\nDisallow: /${index}\n`).join('')}`,
    ],
    ['one crawler named 30,000 times', `${'User-agent: FooBot\n'.repeat(25_000)}Disallow: /\n`],
    ['30,000 groups of one crawler', 'User-agent: a\nDisallow: /\n'.repeat(18_000)],
    ['a pattern of 500 KB', `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}\n`],
    ['a name of 500 KB', `${'a'.repeat(500_000)}: x\n`],
  ])('ends on %s', (_, body) => {
    expect(Array.isArray(lint(body))).toBe(true);
  });

  const numbered = (count: number, line: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => line(n)).join('');
  const agents = numbered(6_000, (n) => `User-agent: b${n}\n`);

  it.each([
    ['20,000 patterns with stars', `User-agent: *\n${numbered(20_000, (n) => `Disallow: /*a${n}*b\n`)}`],
    ['9,000 groups', numbered(9_000, (n) => `User-agent: b${n}\nDisallow: /${n}\n`)],
    [
      '6,000 crawlers that share a group and have one of their own',
      `${agents}${numbered(6_000, (n) => `Disallow: /${n}\n`)}${numbered(6_000, (n) => `User-agent: b${n}\nAllow: /x\n`)}`,
    ],
  ])('says what it did not look at: %s', (_, body) => {
    expect(lint(body).filter(({ code }) => code === 'work-limit')).not.toEqual([]);
  });

  it.each([
    ['a pattern of 500,000 stars', `User-agent: *\nDisallow: /${'*'.repeat(500_000)}x\n`],
    ['a host of 500,000 octets', `Sitemap: https://${'dev-'.repeat(125_000)}/x\n`],
    ['20,000 names of crawlers', numbered(20_000, (n) => `User-agent: b${n}\n`)],
    ['30,000 unknown records', numbered(30_000, (n) => `Frob${n}: x\n`)],
    ['256,000 lines that end with CR alone', 'a\r'.repeat(256_000)],
    ['500,000 empty lines', '\n'.repeat(500_000)],
    [
      'a group of 12,000 crawlers and 14,000 rules',
      `${agents}${agents.replaceAll('b', 'c')}${numbered(14_000, (n) => `Disallow: /${n}\n`)}`,
    ],
  ])('ends on %s', (_, body) => {
    expect(Array.isArray(lint(body))).toBe(true);
  });
});
