import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/engine/compile.ts';
import { parse } from '../../src/parse/parse.ts';
import type { RuleSet } from '../../src/rules/rule-set.ts';
import { compareRuleSets } from './compare.ts';

const rulesOf = (...lines: string[]): RuleSet =>
  compile(parse(`User-agent: *\n${lines.join('\n')}\n`), 'FooBot');

describe('compareRuleSets', () => {
  it.each([
    ['the same rules', ['Disallow: /a'], ['Disallow: /a'], 'equal'],
    ['no rules and no rules', [], [], 'equal'],
    ['a rule and none', ['Disallow: /a'], [], '/a'],
    ['all and nothing', ['Disallow: /'], [], '/'],
    ['a trailing star', ['Disallow: /a*'], ['Disallow: /a'], 'equal'],
    ['a dead rule', ['Disallow: /a', 'Disallow: /ab'], ['Disallow: /a'], 'equal'],
    ['an exception', ['Disallow: /a', 'Allow: /ab'], ['Disallow: /a'], '/ab'],
    ['an end', ['Disallow: /a$'], ['Disallow: /a'], '/a!'],
    ['escapes', ['Disallow: /%7Ea'], ['Disallow: /~a'], 'equal'],
    ['escapes of reserved octets', ['Disallow: /a%2Cb'], ['Disallow: /a,b'], '/a%%32Cb%21'],
    ['escapes that stay', ['Disallow: /a%2Fb'], ['Disallow: /a/b'], '/a/b'],
    ['what only a target’s plain form tells', ['Disallow: /*%2C'], ['Disallow: /*,'], '/%%32C%21'],
    ['what only an escape that follows brings in', ['Disallow: /%2C', 'Allow: /,'], [], '/%%32C%21'],
    ['half an escape', ['Disallow: /a%2'], [], '/a%2'],
    ['dot segments, which nobody can ask for', ['Disallow: /*/../'], [], '/?/../'],
    ['/robots.txt itself', ['Disallow: /robots.txt$'], [], 'equal'],
    ['/robots.txt and what follows', ['Disallow: /robots.txt'], [], '/robots.txt!'],
    [
      'something as long as /robots.txt',
      ['Disallow: /*$', 'Allow: /*a$'],
      ['Disallow: /*$', 'Allow: /*a$'],
      'equal',
    ],
  ])('tells %s', (_, a, b, expected) => {
    const result = compareRuleSets(rulesOf(...a), rulesOf(...b));
    expect(result.kind === 'witness' ? result.target : result.kind).toBe(expected);
  });

  it('gives up within its budget', () => {
    const many = Array.from(
      { length: 40 },
      (_, i) => `Disallow: /*${'ab'.repeat(i % 7)}a*${'ba'.repeat(i % 5)}c${i}`,
    );
    expect(compareRuleSets(rulesOf(...many), rulesOf(...many, 'Allow: /*zzzzzzzzzz'), 100).kind).toBe(
      'undecided',
    );
  });

  const targets = targetsUpTo(3, ['/', 'a', 'b', '.', '?', '%', '2', 'C', ',', '%2C', '%2F', '%3F', '%41']);
  const octets = fc.constantFrom('a', 'b', '/', '*', '*', '?', '%2', '%2C', ',', 'C', '%2F', '$');
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow'), fc.array(octets, { maxLength: 4 }))
    .map(([kind, parts]) => `${kind}: /${parts.join('')}`);

  it('finds a difference where brute force does, and none before it', () => {
    const rules = fc.array(rule, { maxLength: 3 });
    fc.assert(
      fc.property(rules, rules, (linesA, linesB) => {
        const a = rulesOf(...linesA);
        const b = rulesOf(...linesB);
        const result = compareRuleSets(a, b);
        const first = targets.find((target) => a.allows(target) !== b.allows(target));
        if (result.kind === 'equal') expect(first).toBe(undefined);
        if (result.kind === 'witness') {
          expect(a.allows(result.target)).not.toBe(b.allows(result.target));
          if (first !== undefined) expect(result.target.length).toBeLessThanOrEqual(first.length);
        }
        expect(result.kind).not.toBe('undecided');
      }),
      { numRuns: runs(400) },
    );
  });
});

/** Targets of at most `count` parts after the slash, the shortest first. */
function targetsUpTo(count: number, parts: readonly string[]): string[] {
  let longest = ['/'];
  const all = [...longest];
  for (let length = 1; length <= count; length++) {
    longest = longest.flatMap((target) => parts.map((part) => target + part));
    all.push(...longest);
  }
  return all.sort((a, b) => a.length - b.length);
}
