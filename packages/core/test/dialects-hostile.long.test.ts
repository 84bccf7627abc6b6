/** Tests every dialect on files built to be slow. */
import { compile, type Dialect, explain, isAllowed, parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';

const ask = (dialect: Dialect, body: Uint8Array, who: string, target: string): void => {
  const document = parse(body, { dialect });
  const rules = compile(document, who);
  const verdict = explain(rules, target);
  expect(rules.allows(target)).toBe(verdict.allowed);
  expect(isAllowed(document, who, target)).toBe(verdict.allowed);
  expect(
    document.records.length + document.groups.length + document.diagnostics.length,
  ).toBeGreaterThanOrEqual(0);
};

describe('every dialect', () => {
  it.each(hostileBodies())(
    'end on %s',
    (_, text) => {
      const body = new TextEncoder().encode(text);
      for (const dialect of dialects) {
        ask(dialect, body, 'FooBot', `/${'a'.repeat(2_000)}`);
      }
    },
    600_000,
  );
});

function hostileBodies(): [string, string][] {
  const group = 'User-agent: *\n';
  return [
    ['tags that never close', `<html>user-agent:\n${'<'.repeat(200_000)}`],
    ['stars', `${group}Disallow: /${'*a'.repeat(20_000)}$\n`],
    ['escapes', `${group}Disallow: /${'%2'.repeat(50_000)}\n`],
    [
      'many names in one run',
      `${Array.from({ length: 20_000 }, (_, n) => `User-agent: a${n}\n`)
        .join('')
        .repeat(2)}Disallow: /\n`,
    ],
    [
      'many groups',
      Array.from({ length: 10_000 }, (_, n) => `User-agent: a${n}\nDisallow: /${n}\n`).join(''),
    ],
    ['many rules', group + Array.from({ length: 15_000 }, (_, n) => `Disallow: /*${n}\n`).join('')],
    ['words without a colon', 'user agent '.repeat(15_000)],
    ['delays', `${group}${'Crawl-delay: 1\n'.repeat(20_000)}`],
    ['colons', ':'.repeat(200_000)],
    ['white space', `${group}Disallow:${' '.repeat(200_000)}x\n`],
  ];
}
