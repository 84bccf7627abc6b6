/** Every dialect: its vectors, hostile octets, real files; and the facts of RFC 9309 against the fast path. */
import {
  arbitraryMutation,
  arbitraryQuestion,
  bodyOf,
  corpusFolder,
  type Question,
  readCorpus,
  readVectors,
  type Vector,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { compile, type Dialect, explain, isAllowed, parse, rfc9309 } from 'robots-exclusion';
import { defineDialect, dialects, findDialect, rfc9309Facts } from 'robots-exclusion/dialects';
import { describe, expect, it } from 'vitest';

const RUNS = Number(process.env['ROBOTS_FUZZ_RUNS'] ?? 1_000);

/** A vector with the verdict of each dialect instead of one. */
type DialectVector = Omit<Vector, 'allow'> & { verdicts: Record<string, boolean | 'error'> };

function answer(dialect: Dialect, body: Uint8Array, who: string | string[], url: string): boolean | 'error' {
  const verdict = explain(compile(parse(body, { dialect }), who), url);
  return verdict.because === 'unreadable' ? 'error' : verdict.allowed;
}

for (const { name, title, vectors } of readVectors('dialects')) {
  describe(`${name}: ${title}`, () => {
    const each = vectors as unknown as readonly DialectVector[];
    it.each(each.map((vector) => [`${vector.id}: ${vector.why}`, vector] as const))('%s', (_, vector) => {
      const body = bodyOf(vector as unknown as Vector);
      const found = Object.keys(vector.verdicts).map((dialect) => [
        dialect,
        answer(findDialect(dialect) as Dialect, body, vector.agent, vector.url),
      ]);
      expect(Object.fromEntries(found)).toEqual(vector.verdicts);
    });
  });
}

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
      fc.webUrl({ withQueryParameters: true }),
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
      { numRuns: RUNS / 5 },
    );
  });

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

const corpus = corpusFolder();
describe.skipIf(!corpus)(`real files${corpus ? '' : ' (skipped: ROBOTS_CORPUS is not set)'}`, () => {
  it('every dialect reads every file', () => {
    for (const { body } of readCorpus(corpus as string)) {
      for (const dialect of dialects) answer(dialect, body, 'Googlebot', 'https://example.com/a/b?c=d');
    }
  }, 600_000);
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
