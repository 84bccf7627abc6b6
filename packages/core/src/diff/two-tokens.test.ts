/** RFC 9309 §2.2.1: a crawler that follows the groups of two tokens follows the rules of both. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { WorkBudget } from '../compare/work-budget.ts';
import { yandex } from '../dialects/documented.ts';
import { python } from '../dialects/python.ts';
import { compile } from '../engine/compile.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import { parse } from '../parse/parse.ts';
import { proveForAllTokens } from './prove-same-verdicts.ts';

const ENOUGH = 10_000;

function proofOf(before: string, after: string, dialect: Dialect = rfc9309, work: number = ENOUGH) {
  const documents = [parse(before, { dialect }), parse(after, { dialect })] as const;
  return proveForAllTokens(documents, new WorkBudget(work));
}

const file = (...groups: readonly (readonly [name: string, ...rules: string[]])[]): string =>
  groups.map(([name, ...rules]) => [`User-agent: ${name}`, ...rules, ''].join('\n')).join('\n');

describe('two files are the same to a crawler of two tokens', () => {
  it.each([
    ['if no rule of one can outrank one of the other', ['Allow: /x'], ['Allow: /y'], ['Disallow: /ab']],
    ['if the changed rule is outranked', ['Allow: /x'], ['Allow: /y'], ['Disallow: /xyz', 'Disallow: /yyz']],
    ['if the rules of the other say the same', ['Allow: /x'], ['Allow: /y'], ['Allow: /']],
    ['if nothing changed', ['Allow: /x'], ['Allow: /x'], ['Disallow: /']],
  ])('%s', (_, before, after, other) => {
    const files = [before, after].map((rules) =>
      file(['a', ...rules], ['b', ...other], ['*', 'Disallow: /z']),
    );
    expect(proofOf(files[0] as string, files[1] as string)).toEqual({ kind: 'equal' });
  });

  it.each([
    ['a rule that did nothing among those of its own', ['Allow: /x'], ['Allow: /y'], ['Disallow: /'], '/x'],
    ['a rule that does now', [], ['Allow: /y'], ['Disallow: /'], '/y'],
    ['a rule with a star', ['Allow: /*x'], ['Allow: /*y'], ['Disallow: /a'], '/ax'],
  ])('not if %s outranks a rule of the other', (_, before, after, other, witness) => {
    const [one, two] = [before, after].map((rules) => file(['a', 'Allow: /q', ...rules], ['b', ...other]));
    expect(proofOf(one as string, two as string)).toMatchObject({
      kind: 'changed',
      dialect: 'rfc9309',
      crawlers: ['a, b'],
      region: { witness },
    });
    // The order of the groups does not matter.
    const [three, four] = [before, after].map((rules) => file(['b', ...other], ['a', 'Allow: /q', ...rules]));
    expect(proofOf(three as string, four as string)).toMatchObject({
      crawlers: ['a, b'],
      region: { witness },
    });
  });

  it('not if both have changed rules', () => {
    const before = file(['a', 'Allow: /x'], ['b', 'Allow: /y'], ['c', 'Disallow: /']);
    const after = file(['a', 'Allow: /'], ['b', 'Allow: /z'], ['c', 'Disallow: /']);
    expect(proofOf(before, after)).toMatchObject({
      kind: 'changed',
      crawlers: [expect.stringContaining('c')],
    });
  });

  it('not if both have changed rules that do nothing among their own', () => {
    const before = file(['a', 'Allow: /x'], ['b', 'Disallow: /', 'Disallow: /q']);
    const after = file(['a', 'Allow: /y'], ['b', 'Disallow: /', 'Disallow: /r']);
    expect(proofOf(before, after)).toMatchObject({ kind: 'changed', crawlers: ['a, b'] });
  });

  it('is undecided if the names of the files differ, also where their letters are the same', () => {
    const [before, after] = [
      file(['ab', 'Allow: /x'], ['c', 'Allow: /x']),
      file(['a', 'Allow: /x'], ['bc', 'Allow: /x']),
    ];
    expect(proofOf(before, after).kind).toBe('undecided');
  });

  it('is undecided if the files name others, or if there is too little work', () => {
    const [before, after] = [
      file(['a', 'Allow: /x'], ['b', 'Allow: /']),
      file(['a', 'Allow: /x'], ['c', 'Allow: /']),
    ];
    expect(proofOf(before, after)).toEqual({ kind: 'undecided', dialect: 'rfc9309', crawlers: [] });
    const [one, two] = [
      file(['a', 'Allow: /x'], ['b', 'Disallow: /']),
      file(['a', 'Allow: /y'], ['b', 'Disallow: /']),
    ];
    for (const work of [0, 1, 2, 3]) expect(proofOf(one, two, rfc9309, work).kind).toBe('undecided');
  });

  it('in any order and letter case of the names', () => {
    const [before, after] = [
      file(['a', 'Allow: /'], ['B', 'Allow: /']),
      file(['b', 'Allow: /'], ['A', 'Allow: /']),
    ];
    expect(proofOf(before, after)).toEqual({ kind: 'equal' });
  });

  it('or is not asked about where a parser takes one group only', () => {
    const [before, after] = ['Allow: /x', 'Allow: /y'].map((rule) => file(['a', rule], ['b', 'Disallow: /']));
    expect(proofOf(before as string, after as string).kind).toBe('changed');
    expect(proofOf(before as string, after as string, yandex)).toEqual({ kind: 'equal' });
  });

  it('compares the records of a dialect that cannot be compared by rules', () => {
    const text = file(['a', 'Allow: /x']);
    expect(proofOf(text, `# c\n${text}`, python)).toEqual({ kind: 'equal' });
    expect(proofOf(text, file(['a', 'Allow: /y']), python)).toMatchObject({
      kind: 'undecided',
      dialect: 'python',
      crawlers: [],
      difference: expect.anything(),
    });
  });

  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), fc.constantFrom('/', '/a', '/b', '/ab', '/*b', '/a$', '/a*'))
    .map(([kind, path]) => `${kind}: ${path}`);
  const rules = fc.array(rule, { maxLength: 2 });
  const targets = targetsUpTo(3, ['a', 'b', 'c']);

  it('or a target tells them apart', () => {
    fc.assert(
      fc.property(rules, rules, rules, rules, (ofA, ofB, thenA, thenB) => {
        const [before, after] = [file(['a', ...ofA], ['b', ...ofB]), file(['a', ...thenA], ['b', ...thenB])];
        const proof = proofOf(before, after);
        const differs = (who: string | string[], target: string) => {
          const [one, other] = [before, after].map((text) => compile(parse(text), who).allows(target));
          return one !== other;
        };
        if (proof.kind === 'changed') {
          const [who] = proof.crawlers as [string];
          expect(differs(who.split(', '), proof.region.witness)).toBe(true);
          return;
        }
        expect(proof.kind).toBe('equal');
        const seen = targets.filter((target) =>
          ['a', 'b', 'c', ['a', 'b']].some((who) => differs(who, target)),
        );
        expect(seen).toEqual([]);
      }),
      { numRuns: runs(1_000, 20) },
    );
  });
});
