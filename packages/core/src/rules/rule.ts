/** One allow or disallow record as it is compared. */
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { LineKind } from '../parse/record-kind.ts';
import type { LineSource } from '../parse/records.ts';
import { type Pattern, parsePattern } from '../patterns/pattern.ts';

/** A rule that can match. */
export interface Rule {
  /** Its row in the line table. */
  readonly row: number;
  readonly isAllow: boolean;
  readonly pattern: Pattern;
}

/** The rule in a row of the line table; `undefined` for one whose pattern matches nothing. */
export function ruleAt({ octets, lines }: LineSource, row: number): Rule | undefined {
  const pattern = parsePattern(octets, valueStartAt(lines, row), valueEndAt(lines, row));
  return pattern && { row, isAllow: kindAt(lines, row) === LineKind.allow, pattern };
}

/**
 * Which rule decides where several match: the one with the most octets, allow before disallow among equals
 * (RFC 9309 §2.2.2). Greater is better; 0 is less than every rule's.
 */
export function rank(isAllow: boolean, octets: number): number {
  return octets * 2 + (isAllow ? 1 : 0);
}
