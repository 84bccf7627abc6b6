/**
 * Tests every dialect with its vectors, hostile octets and real files, and compares RFC 9309's facts with the fast
 * path.
 */
import {
  anyUrl,
  arbitraryMutation,
  arbitraryQuestion,
  bodyOf,
  checkAll,
  corpusFolder,
  needsCorpus,
  type Question,
  readVectors,
  runs,
  sampleCorpus,
  type Vector,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { compile, type Dialect, explain, isAllowed, parse, rfc9309 } from 'robots-exclusion';
import { defineDialect, dialects, findDialect, rfc9309Facts } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';

const RUNS = runs(1_000);

/** A vector with the verdicts of all dialects instead of a single verdict. */
type DialectVector = Omit<Vector, 'allow'> & { verdicts: Record<string, boolean | 'error'> };

function answer(dialect: Dialect, body: Uint8Array, who: string | string[], url: string): boolean | 'error' {
  const verdict = explain(compile(parse(body, { dialect }), who), url);
  return verdict.because === 'unreadable' ? 'error' : verdict.allowed;
}

for (const { name, title, vectors } of readVectors('dialects')) {
  const nameOf = ({ id, why }: DialectVector): string => `${id}: ${why}`;
  it(`${name}: ${title}`, () =>
    checkAll(vectors as unknown as readonly DialectVector[], nameOf, (vector) => {
      const body = bodyOf(vector as unknown as Vector);
      const found = Object.keys(vector.verdicts).map((dialect) => [
        dialect,
        answer(findDialect(dialect) as Dialect, body, vector.agent, vector.url),
      ]);
      expect(Object.fromEntries(found)).toEqual(vector.verdicts);
    }));
}

/** Answers of protego 0.7.0 and colly 2.3.0. */
it.each([
  ['protego', '/robots.txt?a', true],
  ['protego', '/robots%2Etxt', false],
  ['protego', '/rob\tots.txt', false],
  ['protego', 'http://[::1/robots.txt', 'error'],
  ['protego', 'http://[::1/robots.txtx', 'error'],
  ['colly', 'https://example.com*/', false],
  ['colly', 'https://exämple.com/', false],
  ['colly', 'https://exämple.com*/', 'error'],
  ['colly', 'https://u@example.com%C3%A9$/', 'error'],
  ['colly', 'foo://e.com%25/', 'error'],
] as const)('%s asked about %j where nothing may be fetched: %s', (name, url, expected) => {
  const body = new TextEncoder().encode('User-agent: *\nDisallow: /\n');
  expect(answer(findDialect(name) as Dialect, body, 'FooBot', url)).toBe(expected);
});

/** Edge cases, with the verdicts of GNU wget 1.21.3, temoto/robotstxt 1.1.2 and CPython 3.11.7. */
const CORNERS: readonly (readonly [string, string, string, boolean])[] = [
  ['wget', 'User-agent: *\nDisallow: /%2Fa\n', '/%2fa', true],
  ['wget', 'User-agent: *\nDisallow: /%2Fa\n', '/%2Fa', false],
  ['wget', 'User-agent: FooBot\r# x\nDisallow: /\n', '/a', false],
  ['wget', 'User-agent: FooBot\u000b# x\nDisallow: /\n', '/a', false],
  ['wget', 'User-agent: FooBot# x\nDisallow: /\n', '/a', true],
  ['temoto', 'User-agent: *\nDisallow: /\n', 'e.com/a', false],
  ['temoto', 'User-agent: *\nDisallow: /*\n', 'a', false],
  ['temoto', 'User-agent: *\nDisallow: /a\n', 'a', true],
  ['temoto', 'User-agent: *\nDisallow: /\nAllow: /a\n', '/ab', true],
  ['temoto', 'User-agent: *\nDisallow: /a.b*c\nAllow: /a.bzzz\n', '/a.bzzzc', false],
  ['temoto', 'User-agent: *\nDisallow: /ab*c\nAllow: /abzzzz\n', '/abzzzzc', true],
  ['temoto', 'User-agent: *\nDisallow: /a.b*\nAllow: /a.bz\n', '/a.bz', true],
  ['temoto', 'User-agent: *\nDisallow: /a[b]*c$\nAllow: /a[b]xyyyyy\n', '/a[b]xyyyyyc', false],
  ['temoto', 'User-agent: *\nAllow: /a*b\nDisallow: /\n', '/x/a/b', true],
  ['temoto', 'User-agent: *\nDisallow: /a$b\n', '/a', true],
  ['temoto', 'User-agent: *\nDisallow: /a$*\n', '/xx/a', false],
  ['temoto', 'User-agent: *\nDisallow: *\nAllow: /b\n', '/a', true],
  ['temoto', 'User-agent: *\nDisallow: /a\nCrawl-delay:', '/b', true],
  ['temoto', 'User-agent: *\nDisallow: /a\nCrawl-delay: # x', '/b', true],
  ['temoto', 'User-agent: *\n# x Disallow: /\nDisallow: /b\n', '/a', true],
  ['temoto', 'User-agent: *\nDisallow: /a Disallow /c\n', '/c', false],
  ['python', 'User-agent: *\nDisallow: /a;\n', '/a', false],
  ['python', 'User-agent: *\nDisallow: /a;b\n', '/c', true],
  ['python', 'User-agent: *\nDisallow: /a;b\n', '/a;b', false],
  ['python', 'User-agent: *\nDisallow: //a/b\n', 'http://h//a/b', false],
  ['python', 'User-agent: *\nDisallow: //a/b\n', 'http://h//a/c', true],
  ['python', 'User-agent: *\nDisallow: /a#b\n', '/a%23b', false],
];
it.each(CORNERS)('%s, %j: %s as the program answers', (name, text, url, allowed) => {
  const dialect = findDialect(name) as Dialect;
  expect(answer(dialect, new TextEncoder().encode(text), 'FooBot', url)).toBe(allowed);
});

it('RFC 9110 §5.5: blanks round the name of a crawler are no part of it, for any dialect', () => {
  const body = new TextEncoder().encode('User-agent: FooBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n');
  for (const dialect of dialects) {
    const expected = answer(dialect, body, 'FooBot', '/a');
    for (const blank of [' ', '\t', '\r\n', '\u00a0', '\u3000', '\ufeff']) {
      const found = answer(dialect, body, `${blank}FooBot${blank}`, '/a');
      expect([dialect.name, blank, found]).toEqual([dialect.name, blank, expected]);
    }
  }
});

it('protego takes the URL of robots.txt apart where no group is asked', () => {
  const ask = (url: string) => answer(findDialect('protego') as Dialect, new Uint8Array(), 'FooBot', url);
  expect([ask('http://[::1/robots.txt'), ask('http://[::1/a')]).toEqual(['error', true]);
});

const byFacts = defineDialect({ ...rfc9309, name: 'rfc9309-by-facts', facts: rfc9309Facts });
const seeds = readVectors('rfc9309')
  .flatMap(({ vectors }) => vectors.map(bodyOf))
  .filter((body) => body.length < 10_000);

describe('the facts of RFC 9309 answer as the fast path does', () => {
  const expectSame = ({ body, tokens, target }: Question): void => {
    const fast = explain(compile(parse(body), tokens), target);
    const slow = explain(compile(parse(body, { dialect: byFacts }), tokens), target);
    expect([slow.allowed, slow.because, slow.rule?.line]).toEqual([
      fast.allowed,
      fast.because,
      fast.rule?.line,
    ]);
  };

  it('on every vector', () => {
    for (const vector of readVectors('rfc9309').flatMap(({ vectors }) => vectors)) {
      const body = bodyOf(vector);
      if (body.length > 20_000) continue;
      expectSame({ body, tokens: [vector.agent].flat(), target: vector.url });
    }
  });

  it('on generated and mutated files', () => {
    fc.assert(fc.property(arbitraryQuestion, expectSame), { numRuns: RUNS });
    fc.assert(fc.property(arbitraryMutation(seeds), expectSame), { numRuns: RUNS });
  });
});

describe('any octets: no throw, no hang, one answer', () => {
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

  it('random octets and random targets', () => {
    const octets = fc.uint8Array({ maxLength: 300 });
    const target = fc.oneof(
      anyUrl,
      fc.string().map((path) => `/${path}`),
    );
    const dialect = fc.constantFrom(...dialects.filter(({ reader }) => reader));
    fc.assert(fc.property(dialect, octets, fc.string({ maxLength: 12 }), target, ask), { numRuns: RUNS * 3 });
  });

  it('mutated vectors', () => {
    fc.assert(
      fc.property(arbitraryMutation(seeds), ({ body, tokens, target }) => {
        for (const dialect of dialects) ask(dialect, body, tokens[0] ?? '', target);
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    );
  });
});

const corpus = corpusFolder();
describe('real files', needsCorpus(), () => {
  it('every dialect reads every file', () => {
    for (const { body } of sampleCorpus(corpus as string)) {
      for (const dialect of dialects) answer(dialect, body, 'Googlebot', 'https://example.com/a/b?c=d');
    }
  }, 600_000);
});
