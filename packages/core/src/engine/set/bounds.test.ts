/** Tests the bounds in `docs/engine.md`, in numbers of octets read and segments examined rather than in time. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_MATCH } from '../../rules/rule.ts';
import { Automaton } from './automaton.ts';
import { buildPatternSet } from './build-pattern-set.ts';
import { greatestRank } from './pattern-set.ts';
import { readSegments } from './segments.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Repetitions of a text, each optionally after a star. Hostile patterns consist of such repetitions. */
const run = (alphabet: string, most: number) =>
  fc
    .record({
      text: fc
        .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 3 })
        .map((octets) => octets.join('')),
      copies: fc.integer({ min: 1, max: most }),
      isStarred: fc.boolean(),
    })
    .map(({ text, copies, isStarred }) => (isStarred ? `*${text}` : text).repeat(copies));

/**
 * Patterns, some of which are repeated many times with a different number at the end. These copies share nearly all of
 * their octets.
 */
const patternsOver = (alphabet: string) =>
  fc
    .array(
      fc.record({
        runs: fc.array(run(alphabet, 40), { minLength: 1, maxLength: 4 }),
        numbered: fc.integer({ min: 0, max: 15 }),
        isAnchored: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((list) =>
      list.flatMap(({ runs, numbered, isAnchored }) =>
        Array.from({ length: Math.max(1, numbered) }, (_, index) => ({
          text: `${runs.join('')}${numbered > 0 ? `*b${index}` : ''}`,
          isAnchored,
        })),
      ),
    );

const targetOver = (alphabet: string) =>
  fc
    .array(run(alphabet, 400), { minLength: 1, maxLength: 5 })
    .map((runs) => octetsOf(runs.join('').replaceAll('*', '')));

type Patterns = readonly { readonly text: string; readonly isAnchored: boolean }[];

/** A set in which each pattern begins with a star, so that the automaton handles all of them. */
function setOf(patterns: Patterns, before = ''): { set: Uint8Array; octets: number } {
  let octets = 0;
  const set = buildPatternSet(
    patterns.map(({ text, isAnchored }) => {
      octets += before.length + text.length;
      const segments = `${before}${text}`.split('*').map(octetsOf);
      return { segments, isAnchored, rank: 2 * text.length };
    }),
  );
  return { set, octets };
}

/** Calls `count` for each octet that is read. */
function counted(octets: Uint8Array, count: () => void): Uint8Array {
  return new Proxy(octets, {
    get(target, key) {
      if (typeof key === 'string' && key.charCodeAt(0) <= 0x39) count();
      return Reflect.get(target, key, target);
    },
  });
}

const ALPHABETS = ['a', 'ab', 'abcdefghijklmnopqrstuvwxyz'];

describe.each(ALPHABETS)('hostile patterns over %s', (alphabet) => {
  const patterns = patternsOver(alphabet);
  const target = targetOver(alphabet);

  it('a set takes at most 9 octets for each octet of its patterns and 64 for each pattern', () => {
    fc.assert(
      fc.property(patterns, (list) => {
        const { set, octets } = setOf(list);
        expect(set.length).toBeLessThanOrEqual(9 * octets + 64 * list.length + 8);
      }),
      { numRuns: runs(300) },
    );
  });

  it('a question reads at most 4 octets for each of 18 n + 2,048 steps, or else the set twice and the target once more', () => {
    fc.assert(
      fc.property(patterns, target, fc.constantFrom('', '*', 'aaaa*'), (list, path, before) => {
        const { set } = setOf(list, before);
        let reads = 0;
        const count = () => {
          reads++;
        };
        greatestRank(counted(set, count), 0, counted(path, count), path.length);
        expect(reads).toBeLessThanOrEqual(4 * (18 * path.length + 2048) + 2 * set.length + path.length);
      }),
      { numRuns: runs(100) },
    );
  });

  it('the automaton takes at most 2 n steps, queues each segment once and looks at it as often as it has octets', () => {
    fc.assert(
      fc.property(patterns, target, (list, path) => {
        const { set, octets } = setOf(list, '*');
        const { edges, chains } = readSegments(set, 0);
        const automaton = new Automaton(set, 0);
        const before = automaton.steps;
        automaton.greatestRank(path, path.length, NO_MATCH, Int32Array.of(0, 0), 1);
        const segments = edges.length / 4 + chains.length;
        const emptyQueues = path.length * Math.sqrt(2 * octets);
        expect(automaton.steps - before).toBeLessThanOrEqual(
          3 * path.length + 2 * segments + octets + emptyQueues,
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('the automaton keeps at most 20 octets for each octet of the patterns and 8 KB, and 80 for each state', () => {
    fc.assert(
      fc.property(patterns, target, (list, path) => {
        const { set, octets } = setOf(list, '*');
        const automaton = new Automaton(set, 0);
        expect(automaton.memory).toBeLessThanOrEqual(20 * octets + 8192);
        automaton.greatestRank(path, path.length, NO_MATCH, Int32Array.of(0, 0), 1);
        expect(automaton.memory).toBeLessThanOrEqual(20 * octets + 8192 + 80 * octets);
      }),
      { numRuns: runs(300) },
    );
  });
});
