import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_MATCH } from '../../rules/rule.ts';
import { buildPatternSet, type SegmentedPattern } from './build-pattern-set.ts';
import { greatestRank, greatestRankInOnePass } from './pattern-set.ts';

/** A naive matcher that tries every position. It computes the rank that the compiled set must return. */
export function slowRank(patterns: readonly SegmentedPattern[], target: Uint8Array): number {
  let best = NO_MATCH;
  for (const { segments, isAnchored, rank } of patterns) {
    if (rank > best && matches(segments, isAnchored, target)) best = rank;
  }
  return best;
}

function matches(segments: readonly Uint8Array[], isAnchored: boolean, target: Uint8Array): boolean {
  let places = new Set([0]);
  segments.forEach((segment, index) => {
    const reached = new Set<number>();
    for (const place of places) {
      for (let at = place; at <= (index === 0 ? place : target.length); at++) {
        if (segment.every((octet, offset) => target[at + offset] === octet)) reached.add(at + segment.length);
      }
    }
    places = reached;
  });
  return isAnchored ? places.has(target.length) : places.size > 0;
}

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A pattern from the usual notation, such as `a*b$`, with its rank. */
function segmented(text: string, rank: number): SegmentedPattern {
  const isAnchored = text.endsWith('$');
  const segments = (isAnchored ? text.slice(0, -1) : text).split('*').map(octetsOf);
  return { segments, isAnchored, rank };
}

function expectSame(
  texts: readonly string[],
  target: string,
  rankOf: (text: string, index: number) => number,
): void {
  const patterns = texts.map((text, index) => segmented(text, rankOf(text, index)));
  const set = buildPatternSet(patterns);
  const octets = octetsOf(target);
  const slow = slowRank(patterns, octets);
  expect(greatestRank(set, 0, octets, octets.length)).toBe(slow);
  expect(greatestRankInOnePass(set, 0, octets, octets.length)).toBe(slow);
}

const byLength = (text: string): number => text.length * 2;

describe('greatestRank', () => {
  it('answers NO_MATCH for an empty set', () => {
    expect(greatestRank(buildPatternSet([]), 0, octetsOf('/'), 1)).toBe(NO_MATCH);
  });

  it('finds every neighbour in a table, and nothing beside it', () => {
    const letters = [...'abcdefghij'];
    const set = buildPatternSet(letters.map((letter, index) => segmented(`/${letter}`, index)));
    const ranks = ['`', ...letters, 'k'].map((letter) => greatestRank(set, 0, octetsOf(`/${letter}`), 2));
    expect(ranks).toEqual([NO_MATCH, ...letters.keys(), NO_MATCH]);
  });

  it('has the size that its layout says', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const sizeOf = (texts: readonly string[]) =>
      buildPatternSet(texts.map((text) => segmented(text, 0))).length;
    // The parts of the size: the width and the number of stars; the node of the slash; the node of each letter, which
    // has a rank.
    const node = (octets: number) => 1 + octets;
    expect(sizeOf([])).toBe(2 + 1);
    expect(sizeOf(letters.map((letter) => `/${letter}`))).toBe(2 + node(1) + 3 + 26 + 26 * (node(0) + 1));
    expect(sizeOf(['/a', '/z'])).toBe(2 + node(1) + 1 + 2 + 1 + 2 * (node(0) + 1));
    // One octet is not enough for this skip, so it takes two.
    const long = ['/a', `/z${'x'.repeat(300)}`];
    expect(sizeOf(long)).toBe(2 + node(1) + 1 + 2 + 2 + (node(0) + 1) + (node(300) + 2 + 2));
  });

  it('is the slow answer where the filters of stars make a set larger than its patterns', () => {
    const before = [...'abcdefgh'];
    const patterns = before.flatMap((letter) => [`/${letter}*y`, `/${letter}*z`]);
    const targets = before.flatMap((letter) => [`/${letter}-y`, `/${letter}-z`, `/${letter}-`]);
    for (const target of targets) expectSame(patterns, target, (_, index) => index);
  });

  const text = (alphabet: string, maxLength: number) =>
    fc.array(fc.constantFrom(...alphabet), { maxLength }).map((octets) => octets.join(''));

  for (const [alphabet, length] of [
    ['ab*', 6],
    ['/ab*$', 9],
    ['abcdefghijklmnopqrstuvwxyz/.?*', 7],
    ['a*', 12],
  ] as const) {
    it(`is the slow answer for patterns over ${alphabet}`, () => {
      const patterns = fc.array(text(alphabet, length), { maxLength: 40 });
      fc.assert(
        fc.property(patterns, text(alphabet, 40), fc.boolean(), (texts, target, isByPlace) =>
          expectSame(texts, target, isByPlace ? (_, index) => 1000 - index : byLength),
        ),
        { numRuns: runs(1000) },
      );
    });
  }
});
