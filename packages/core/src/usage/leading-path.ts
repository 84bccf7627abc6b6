/** The path that may precede a statement, as in `Content-Usage: /blog/ train-ai=n`. */
import { isWhiteSpace, SLASH } from '../bytes/octet.ts';
import type { DocumentRecord, LineSource } from '../parse/records.ts';
import { matches } from '../patterns/match.ts';
import { type Pattern, parsePattern } from '../patterns/pattern.ts';
import type { Target } from '../patterns/target.ts';

/**
 * A value split in two:
 *
 * ```
 *     /blog/  train-ai=n
 *     ^     ^ ^
 *     |     | statementStart
 *     |     end of the path
 *     a value without "/" here has no path
 * ```
 */
export interface LeadingPath {
  /** Absent if the value has no path, or if the path cannot match anything. */
  readonly pattern?: Pattern;
  readonly hasPath: boolean;
  /** Specificity: the number of octets in the pattern; 0 without a path. */
  readonly octets: number;
  /** Where the statement begins, in the document's octets. */
  readonly statementStart: number;
}

/** The path before the first white space of a value, if the value begins with `/`. */
export function readLeadingPath({ octets }: LineSource, { valueSpan }: DocumentRecord): LeadingPath {
  const { start, end } = valueSpan;
  if (start >= end || octets[start] !== SLASH) return { hasPath: false, octets: 0, statementStart: start };
  let pathEnd = start;
  while (pathEnd < end && !isWhiteSpace(octets[pathEnd])) pathEnd++;
  let statementStart = pathEnd;
  while (statementStart < end && isWhiteSpace(octets[statementStart])) statementStart++;
  const pattern = parsePattern(octets, start, pathEnd);
  return { ...(pattern && { pattern }), hasPath: true, octets: pattern?.octets ?? 0, statementStart };
}

/**
 * Whether the path matches the target as the pattern of an allow or disallow record would. An absent path matches
 * everything.
 */
export function pathMatches({ hasPath, pattern }: LeadingPath, target: Target): boolean {
  return !hasPath || (pattern !== undefined && matches(pattern, target));
}
