/** Tests that very large and hostile files and URLs get the right answer. `bench/` measures the speed. */
import { compile, isAllowed, parse } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { compiledForm } from './oracle/compiled-form.ts';

const MAX = { maxBytes: 16 * 1024 * 1024 };
const EIGHT_KB = 8192;

/** The common verdict of all entry points, which must agree. */
function verdictOf(body: string, agent: string, target: string): boolean {
  const rules = compile(parse(body, MAX), agent);
  const early = rules.allows(target);
  compiledForm(rules as never);
  expect([rules.allows(target), isAllowed(body, agent, target, MAX)]).toEqual([early, early]);
  return early;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

describe('many groups', () => {
  it('100,000 groups: the one that names the crawler decides', () => {
    const body = lines(100_000, (index) => `User-agent: bot-${index}\nDisallow: /${index}`);
    expect(verdictOf(body, 'bot-77777', '/77777')).toBe(false);
    expect(verdictOf(body, 'bot-77777', '/77776')).toBe(true);
  });

  it('one agent named 50,000 times, in one group and in 50,000', () => {
    expect(verdictOf(`${lines(50_000, () => 'User-agent: FooBot')}Disallow: /x`, 'FooBot', '/x')).toBe(false);
    const apart = lines(50_000, (index) => `User-agent: FooBot\nDisallow: /${index}/`);
    expect(verdictOf(apart, 'FooBot', '/49999/')).toBe(false);
    expect(verdictOf(apart, 'FooBot', '/50000/')).toBe(true);
  });
});

describe('patterns of 100 to 500 KB', () => {
  it.each<[string, () => [string, string, string]]>([
    ['a literal', () => [`/${'a'.repeat(500_000)}`, `/${'a'.repeat(500_000)}`, `/${'a'.repeat(499_999)}`]],
    ['stars', () => [`/${'*a'.repeat(250_000)}`, `/${'a'.repeat(250_000)}`, `/${'a'.repeat(249_999)}`]],
    [
      'a long segment',
      () => [`/*${'a'.repeat(99_998)}b`, `/${'a'.repeat(120_000)}b`, `/${'a'.repeat(120_000)}`],
    ],
    [
      'long segments',
      () => [`/${`*${'a'.repeat(999)}b`.repeat(499)}`, `/${`${'a'.repeat(1500)}b`.repeat(499)}`, '/ab'],
    ],
    ['escapes', () => [`/${'%41'.repeat(166_000)}`, `/${'A'.repeat(166_000)}`, `/${'a'.repeat(166_000)}`]],
  ])('%s', (_, texts) => {
    const [pattern, matching, other] = texts();
    const body = `User-agent: *\nDisallow: ${pattern}\n`;
    expect(verdictOf(body, 'FooBot', matching)).toBe(false);
    expect(verdictOf(body, 'FooBot', other)).toBe(true);
  });
});

describe('URLs of 1 MB', () => {
  const body =
    'User-agent: *\nDisallow: /*/end$\nDisallow: /*x*y*z$\nDisallow: /end$\nDisallow: /*%2F%2F%41!$\n';
  const MEGABYTE = 2 ** 20;
  it.each<[string, () => string, boolean]>([
    ['plain', () => `/${'ab/'.repeat(MEGABYTE / 3)}end`, false],
    ['plain, allowed', () => `/${'ab/'.repeat(MEGABYTE / 3)}`, true],
    ['%2F', () => `/${'%2F'.repeat(MEGABYTE / 3)}A!`, false],
    ['lower-case escapes', () => `/${'%2f'.repeat(MEGABYTE / 3)}%41!`, false],
    ['escapes of letters', () => `/${'%78'.repeat(MEGABYTE / 3)}yz`, false],
    ['escapes that are none', () => `/${'%'.repeat(MEGABYTE)}/end`, false],
    ['/../', () => `/${'a/../'.repeat(MEGABYTE / 5)}end`, false],
    ['deep and back', () => `/${'a/'.repeat(MEGABYTE / 5)}${'../'.repeat(MEGABYTE / 5)}end`, false],
    ['dots', () => `/${'./'.repeat(MEGABYTE / 2)}end`, false],
    ['raw octets', () => `/${'ü'.repeat(MEGABYTE / 2)}/end`, false],
    ['surrogates that are alone', () => `/${'\ud800'.repeat(MEGABYTE / 2)}/end`, false],
    ['backslashes', () => `/x${'\\'.repeat(MEGABYTE)}end`, false],
    ['question marks', () => `/${'?'.repeat(MEGABYTE)}/end`, false],
    ['controls', () => `/${'\t\n'.repeat(MEGABYTE / 2)}end`, false],
  ])('%s', (_, text, isAllowedTo) => {
    const target = text();
    expect(verdictOf(body, 'FooBot', `https://example.com${target}`)).toBe(isAllowedTo);
  });
});

describe('files of 500 KB that keep many partial matches alive', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  const letter = (index: number): string => alphabet[Math.imul(index, 2654435761) >>> (27 % 26)] ?? 'a';
  const text = Array.from({ length: EIGHT_KB }, (_, index) => letter(index * 7)).join('');
  it.each([
    [
      'random letters',
      (i: number) => `/*${Array.from({ length: 10 }, (_, k) => letter(i * 31 + k)).join('*')}*!`,
    ],
    ['stars after every prefix', (i: number) => `/${'a'.repeat(i % 300)}*b${i}!`],
    ['segments that end in one another', (i: number) => `/*x*${'a'.repeat(i % 700)}!`],
    [
      'two letters',
      (i: number) =>
        `/*${i
          .toString(2)
          .padStart(24, '0')
          .replace(/(...)(?=.)/g, '$1*')
          .replaceAll('0', 'a')
          .replaceAll('1', 'b')}*!`,
    ],
    ['long segments after many stars', (i: number) => `/${'a'.repeat(i % 300)}*${letter(i).repeat(20)}${i}!`],
  ])('%s', (_, patternAt) => {
    let body = 'User-agent: *\n';
    for (let index = 0; body.length < 500_000; index++) body += `Disallow: ${patternAt(index)}\n`;
    for (const target of [`/${text}`, `/${'ab'.repeat(EIGHT_KB / 2)}`]) {
      expect(verdictOf(body, 'FooBot', target)).toBe(true);
    }
    const last = `${patternAt(0).replaceAll('*', 'abc')}`;
    expect(verdictOf(body, 'FooBot', `${last}${text}`)).toBe(false);
  });
});
