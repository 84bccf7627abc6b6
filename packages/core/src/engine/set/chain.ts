/**
 * Finds the segments of a chain one after the other, each at its earliest position. Measured: 8 ns per one-octet
 * segment that is found immediately, compared with 35 ns if each star is handled separately.
 */
import { varintAt, varintLength } from './pattern-set-form.ts';

/** The results for the most recent chain. */
export const chain = {
  /** The end of the chain's last segment in the target. */
  place: 0,
  /** The number of octets in the chain, including stars. */
  octets: 0,
  /** The number of steps that the search took. */
  steps: 0,
};

/**
 * Follows the chain whose segments begin at `segments` in the form. The search starts at `from` in the target, which
 * has `end` octets. Returns the offset where the form continues; 0 if a segment is missing or `budget` steps were not
 * enough.
 */
export function followChain(
  form: Uint8Array,
  segments: number,
  target: Uint8Array,
  end: number,
  from: number,
  budget: number,
): number {
  let at = segments;
  chain.place = from;
  chain.octets = 0;
  chain.steps = 0;
  for (let length = varintAt(form, at); length !== 0; length = varintAt(form, at)) {
    at += varintLength(form, at);
    if (!findSegment(form, at, length, target, end, budget)) return 0;
    at += length;
    chain.octets += length + 1;
  }
  return at + 1;
}

/** Moves {@link chain.place} past the segment of `length` octets at `at`, if the target contains it. */
function findSegment(
  form: Uint8Array,
  at: number,
  length: number,
  target: Uint8Array,
  end: number,
  budget: number,
): boolean {
  const first = form[at];
  const last = end - length;
  const begin = chain.place;
  let steps = chain.steps + 1;
  let i = begin;
  let isFound = false;
  for (; i <= last && steps <= budget && !isFound; i++) {
    if (target[i] !== first) continue;
    let same = 1;
    while (same < length && target[i + same] === form[at + same]) same++;
    steps += same;
    isFound = same === length;
  }
  chain.steps = steps + ((i - begin) >> 1);
  chain.place = i + length - 1;
  return isFound;
}
