/**
 * Matches a pattern against a target, without regular expressions and without backtracking. Each segment after a star
 * is matched at its earliest position, which is enough because a star matches any run of octets (RFC 9309 §2.2.3). A
 * match takes at most four comparisons per octet of the target and two per octet of the pattern.
 */
import { hasAt } from '../bytes/same-octets.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import type { Pattern } from './pattern.ts';
import type { Target } from './target.ts';

/** Whether `pattern` matches `target` in the folded or in the plain form. */
export function matches(pattern: Pattern, target: Target): boolean {
  if (matchesForm(pattern.folded, pattern.isAnchored, target.folded)) return true;
  return target.plain !== target.folded && matchesForm(pattern.plain, pattern.isAnchored, target.plain);
}

/** Whether a pattern with these segments matches one form of a target. */
export function matchesForm(
  segments: readonly Uint8Array[],
  isAnchored: boolean,
  target: Uint8Array,
): boolean {
  const head = segments[0] as Uint8Array;
  if (!hasAt(target, 0, head)) return false;
  if (segments.length === 1) return !isAnchored || head.length === target.length;
  const tail = segments[segments.length - 1] as Uint8Array;
  let at = head.length;
  for (let index = 1; index < segments.length - 1; index++) {
    const segment = segments[index] as Uint8Array;
    const found = indexOf(target, segment, at);
    if (found < 0) return false;
    at = found + segment.length;
  }
  if (!isAnchored) return indexOf(target, tail, at) >= 0;
  const from = target.length - tail.length;
  return from >= at && hasAt(target, from, tail);
}

/**
 * The maximum length of a segment for a simple search. Longer segments are searched for with Knuth-Morris-Pratt, which
 * never moves back in the target.
 */
const SHORT = 4;

function indexOf(target: Uint8Array, segment: Uint8Array, from: number): number {
  if (segment.length > SHORT) return indexOfLong(target, segment, from);
  for (let at = from; at + segment.length <= target.length; at++) {
    if (hasAt(target, at, segment)) return at;
  }
  return -1;
}

function indexOfLong(target: Uint8Array, segment: Uint8Array, from: number): number {
  const borders = bordersOf(segment);
  let matched = 0;
  for (let at = from; at < target.length; at++) {
    while (matched > 0 && target[at] !== segment[matched]) matched = borders[matched - 1] as number;
    if (target[at] === segment[matched]) matched++;
    if (matched === segment.length) return at + 1 - matched;
  }
  return -1;
}

/** A table that each long segment refills. It is module-level, so only a longer segment allocates a new one. */
let scratch: Int32Array = new Int32Array(64);

/** For each prefix of the segment: the length of its longest proper suffix that is also a prefix. */
function bordersOf(segment: Uint8Array): Int32Array {
  if (segment.length > scratch.length) scratch = new Int32Array(segment.length * 2);
  const borders = scratch;
  borders[0] = 0;
  let border = 0;
  for (let at = 1; at < segment.length; at++) {
    while (border > 0 && segment[at] !== segment[border]) border = borders[border - 1] as number;
    if (segment[at] === segment[border]) border++;
    borders[at] = border;
  }
  return borders;
}

/** Whether the target is `/robots.txt` itself, which is always allowed (RFC 9309 §2.2.2). */
export function isRobotsTxt(target: Target): boolean {
  return isRobotsTxtPath(target.plain, target.plain.length);
}

const ROBOTS_TXT = encodeUtf8('/robots.txt');

/** Whether the first `length` octets of `path` are `/robots.txt`. */
export function isRobotsTxtPath(path: Uint8Array, length: number): boolean {
  return length === ROBOTS_TXT.length && hasAt(path, 0, ROBOTS_TXT);
}
