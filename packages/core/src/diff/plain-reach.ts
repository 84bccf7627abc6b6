/**
 * Determines how much of a site the rules leave open, if the octets of the rules alone can show it. Nothing is matched
 * or compiled.
 */
import { DOLLAR, PERCENT, SLASH, STAR } from '../bytes/octet.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import type { LineSource } from '../parse/records.ts';
import { isMatchable } from '../patterns/pattern.ts';

/**
 * `everything` and `nothing` are certain. `files` means that no page is open, only files such as sitemaps and
 * `/.well-known/`. `some` means that rules decide by path or, rarely, that nothing can be proven. `/robots.txt` is
 * always allowed and does not count.
 */
export type Reach = 'everything' | 'some' | 'files' | 'nothing';

/** The rules of one crawler, as rows of the line table. */
export interface Rules {
  readonly source: LineSource;
  readonly rows: readonly number[];
}

/** The path that does not count toward the reach, because rules cannot close it (RFC 9309 §2.2.2). */
export const ALWAYS_ALLOWED = '/robots.txt';

/** The maximum number of plain disallow rules for which to check whether they close a path. */
const MOST_CANDIDATES = 4;

/** The reach, or `undefined` if only matching can determine it. If the result is `some`, `/` itself is open. */
export function plainReach({ source, rows }: Rules): Reach | undefined {
  const { octets, lines } = source;
  const allowing: number[] = [];
  const candidates: number[] = [];
  let forbids = false;
  let forbidsAll = false;
  let allows = false;
  let isRootOpen = true;
  let hasStar = false;
  for (const row of rows) {
    const start = valueStartAt(lines, row);
    const end = valueEndAt(lines, row);
    if (!matches(octets, start, end)) continue;
    if (kindAt(lines, row) === LineKind.allow) {
      allows ||= !isItself(octets, start, end);
      allowing.push(row);
      continue;
    }
    forbids = true;
    forbidsAll ||= isUniversal(octets, start, end);
    isRootOpen &&= isBelowRoot(octets, start, end);
    if (candidates.length < MOST_CANDIDATES && isPlain(octets, start, end)) candidates.push(row);
    else if (candidates.length === 0 && !hasStar)
      hasStar = isStarred(octets, start, end) && isMatchable(octets, start, end);
  }
  if (!forbids) return 'everything';
  if (forbidsAll && !allows) return 'nothing';
  if (!isRootOpen) return undefined;
  // A pattern with a star matches infinitely many paths.
  if (allowing.length === 0 && hasStar) return 'some';
  return candidates.some((row) => isClosed(source, row, allowing)) ? 'some' : undefined;
}

/** Whether a rule closes the path that equals its pattern, because no allow rule can win for that path. */
function isClosed({ octets, lines }: LineSource, row: number, allowing: readonly number[]): boolean {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  if (isAlwaysAllowed(octets, start, end)) return false;
  return allowing.every(
    (other) => !canWin(octets, valueStartAt(lines, other), valueEndAt(lines, other), start, end),
  );
}

/** Whether the pattern can match: a pattern that begins with neither "/" nor "*" matches nothing. */
function matches(octets: Uint8Array, start: number, end: number): boolean {
  return end > start && (octets[start] === SLASH || octets[start] === STAR);
}

function isStarred(octets: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && octets[at] !== STAR) at++;
  return at < end;
}

/** Whether the pattern matches every path: `/`, `*`, `/*`. */
function isUniversal(octets: Uint8Array, start: number, end: number): boolean {
  let at = octets[start] === SLASH ? start + 1 : start;
  while (at < end && octets[at] === STAR) at++;
  return at === end;
}

/** Whether the pattern is `/robots.txt$`, which allows only what is always allowed. */
function isItself(octets: Uint8Array, start: number, end: number): boolean {
  return octets[end - 1] === DOLLAR && isAlwaysAllowed(octets, start, end - 1);
}

function isAlwaysAllowed(octets: Uint8Array, start: number, end: number): boolean {
  if (end - start !== ALWAYS_ALLOWED.length) return false;
  for (let at = 0; at < ALWAYS_ALLOWED.length; at++) {
    if (octets[start + at] !== ALWAYS_ALLOWED.charCodeAt(at)) return false;
  }
  return true;
}

/** Whether the pattern does not match `/`: it requires a further octet, or does not begin with a slash. */
function isBelowRoot(octets: Uint8Array, start: number, end: number): boolean {
  const next = octets[start + 1];
  if (octets[start] === SLASH && end - start > 1 && next !== STAR && next !== DOLLAR) return true;
  for (let at = start; at < end; at++) {
    const octet = octets[at];
    if (octet !== SLASH && octet !== STAR && octet !== DOLLAR && octet !== PERCENT) return true;
  }
  return false;
}

/**
 * Whether an allow rule might win for the plain path from `start` to `end`, which another rule disallows. The longer
 * pattern wins; if the lengths are equal, the allow rule wins (RFC 9309 §2.2.2). A pattern that differs from the path
 * in a plain octet does not match the path.
 */
function canWin(octets: Uint8Array, from: number, to: number, start: number, end: number): boolean {
  let at = from;
  let path = start;
  while (at < to && path < end && octets[at] === octets[path]) {
    at++;
    path++;
  }
  return at === to ? path === end : !isPlainOctet(octets[at] as number);
}

/**
 * Whether a pattern consists of letters, digits and the usual separators in paths. It is then a plain prefix, and its
 * length is its number of octets.
 */
function isPlain(octets: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isPlainOctet(octets[at] as number)) at++;
  return at === end;
}

function isPlainOctet(octet: number): boolean {
  // `-`, `.`, `/`, digits; letters and `_`.
  const isSign = octet >= 0x2d && octet <= 0x39;
  return isSign || (octet >= 0x41 && octet <= 0x5a) || (octet >= 0x61 && octet <= 0x7a) || octet === 0x5f;
}
