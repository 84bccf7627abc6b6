/**
 * Matches a pattern as written in the file, without normalizing it. This is enough for nearly every rule of a file that
 * gets only a few queries. Where normalizing might change the result, `matches` must decide.
 */
import { DOLLAR, PERCENT, STAR } from '../bytes/octet.ts';
import { escapedOctet, isEncodedWhenRaw } from './normalise.ts';

/** The pattern does not match. */
export const DIFFERS = 0;
/** The pattern matches, and normalizing would not change it: its specificity is its length. */
export const MATCHES = 1;
/** The pattern must be normalized first. */
export const UNSETTLED = 2;

export type RawMatch = typeof DIFFERS | typeof MATCHES | typeof UNSETTLED;

/** Matches patterns as written against one form of one target, within a limited number of steps. */
export class RawMatcher {
  readonly target: Uint8Array;
  /** The length of the target. Later octets of the array are ignored. */
  readonly length: number;
  /** The number of steps left. If it is below 0, the last result is not valid, and the caller must stop. */
  stepsLeft: number;

  constructor(target: Uint8Array, length: number, steps: number) {
    this.target = target;
    this.length = length;
    this.stepsLeft = steps;
  }

  match(octets: Uint8Array, start: number, end: number): RawMatch {
    const { target, length } = this;
    let at = start;
    let to = 0;
    for (; at < end && to < length; at++, to++) {
      const octet = octets[at] as number;
      if (octet !== target[to] || octet <= STAR) break;
    }
    if (at === end) return MATCHES;
    if (to < length && isMismatch(octets, at, end, target[to] as number)) return DIFFERS;
    return this.#matchRest(octets, at, end, to);
  }

  /** Continues from the first octet that needs a closer look: a star, a `$`, an escape, or a plain octet below `*`. */
  #matchRest(octets: Uint8Array, start: number, end: number, from: number): RawMatch {
    const { target, length } = this;
    let at = start;
    let to = from;
    let star = -1;
    let afterStar = 0;
    let steps = this.stepsLeft;
    let answer: RawMatch | undefined;
    while (answer === undefined && steps >= 0) {
      steps--;
      const octet = at < end ? (octets[at] as number) : -1;
      if (octet < 0) answer = MATCHES;
      else if (octet === STAR) {
        star = ++at;
        afterStar = to;
      } else if (octet === PERCENT || isEncodedWhenRaw(octet)) answer = UNSETTLED;
      else if (octet === DOLLAR && at + 1 === end && to === length) answer = MATCHES;
      else if (to < length && octet === target[to] && !(octet === DOLLAR && at + 1 === end)) {
        at++;
        to++;
      } else if (star < 0 || afterStar >= length) answer = DIFFERS;
      else {
        at = star;
        to = ++afterStar;
      }
    }
    this.stepsLeft = steps;
    return answer ?? UNSETTLED;
  }
}

/**
 * Whether the octet or escape at `at` cannot match the normalized octet `wanted`, because neither of its normalized
 * forms begins with `wanted`.
 */
function isMismatch(octets: Uint8Array, at: number, end: number, wanted: number): boolean {
  const octet = octets[at] as number;
  if (octet === PERCENT) return wanted !== PERCENT && wanted !== escapedOctet(octets, at, end);
  if (octet === STAR) return false;
  return octet !== wanted && (wanted !== PERCENT || !isEncodedWhenRaw(octet));
}
