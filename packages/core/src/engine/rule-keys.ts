/** Converts rules to keys of a pattern set. */
import { DOLLAR, SLASH, STAR } from '../bytes/octet.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import type { LineSource } from '../parse/records.ts';
import { isNormal } from '../patterns/normalise.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { rank } from '../rules/rule.ts';
import type { Form } from '../rules/rule-ranker.ts';
import { addSegments } from './set/build-pattern-set.ts';
import { PatternKeys } from './set/pattern-keys.ts';

/** The keys of those rules in `ruleRows` that can match. */
export function ruleKeys(
  source: LineSource,
  ruleRows: readonly number[],
  form: Form,
): {
  keys: PatternKeys;
  /** The line-table row of each key. */
  rows: Int32Array;
  /** Whether the folded and the plain form of at least one rule differ. */
  hasTwoForms: boolean;
} {
  const { octets, lines } = source;
  const keys = new PatternKeys();
  const rows = new Int32Array(ruleRows.length);
  let hasTwoForms = false;
  for (const row of ruleRows) {
    rows[keys.count] = row;
    const isAllow = kindAt(lines, row) === LineKind.allow;
    if (addRule(keys, octets, valueStartAt(lines, row), valueEndAt(lines, row), isAllow, form))
      hasTwoForms = true;
  }
  return { keys, rows: rows.subarray(0, keys.count), hasTwoForms };
}

/** Adds the rule with the pattern from `start` to `end` if it can match; returns whether its two forms differ. */
export function addRule(
  keys: PatternKeys,
  octets: Uint8Array,
  start: number,
  end: number,
  isAllow: boolean,
  form: Form,
): boolean {
  if (start >= end || (octets[start] !== SLASH && octets[start] !== STAR)) return false;
  if (!isNormal(octets, start, end)) {
    const pattern = parsePattern(octets, start, end);
    if (!pattern) return false;
    addSegments(keys, {
      segments: pattern[form],
      isAnchored: pattern.isAnchored,
      rank: rank(isAllow, pattern.octets),
    });
    return pattern.folded !== pattern.plain;
  }
  const isAnchored = octets[end - 1] === DOLLAR;
  keys.begin(end - start, rank(isAllow, end - start));
  keys.pattern(octets, start, isAnchored ? end - 1 : end);
  keys.finish(isAnchored);
  return false;
}
