/**
 * The octets of a compiled rule set: all that remains of the document.
 *
 * ```
 * length of the pattern set, 4 octets, little endian
 * the pattern set (`pattern-set-form.ts`) with the folded forms of the rules
 * varint length of the second pattern set; 0 if no rule has a different plain form
 * the second pattern set, with the plain forms of all rules
 * the records of the rules (`rule-records.ts`)
 * ```
 */

import { DOLLAR, SLASH, STAR } from '../bytes/octet.ts';
import { OctetWriter } from '../bytes/octet-writer.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import type { LineSource } from '../parse/records.ts';
import { isNormal } from '../patterns/normalise.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { rank } from '../rules/rule.ts';
import type { Form } from '../rules/rule-ranker.ts';
import type { Selection } from '../rules/select.ts';
import { writeRecords } from './rule-records.ts';
import { addSegments } from './set/build-pattern-set.ts';
import { PatternKeys } from './set/pattern-keys.ts';
import { skipAt, varintAt, varintLength } from './set/pattern-set-form.ts';
import { sortedKeys } from './set/sort-keys.ts';
import { writePatternSet } from './set/write-pattern-set.ts';

export const PATTERN_SET = 4;

export function compileForm(source: LineSource, selection: Selection): Uint8Array<ArrayBuffer> {
  const { keys, rows, hasTwoForms } = ruleKeys(source, selection.ruleRows, 'folded');
  const order = sortedKeys(keys);
  const set = writePatternSet(keys, order);
  const out = new OctetWriter();
  out.patch(out.reserve(4), set.length, 4);
  out.octets(set, 0, set.length);
  if (hasTwoForms) {
    const plain = ruleKeys(source, selection.ruleRows, 'plain').keys;
    const plainSet = writePatternSet(plain, sortedKeys(plain));
    out.varint(plainSet.length);
    out.octets(plainSet, 0, plainSet.length);
  } else out.octet(0);
  writeRecords(out, source, selection, rows, keys, order);
  return out.finish();
}

function endOfPatternSet(form: Uint8Array): number {
  return PATTERN_SET + skipAt(form, 0, PATTERN_SET);
}

/** The pattern set of the plain forms, for targets whose two forms differ; `undefined` if no rule has two forms. */
export function plainPatternSet(form: Uint8Array): Uint8Array | undefined {
  const end = endOfPatternSet(form);
  return form[end] === 0 ? undefined : form.subarray(end + varintLength(form, end), recordsAt(form));
}

export function recordsAt(form: Uint8Array): number {
  const end = endOfPatternSet(form);
  return end + varintLength(form, end) + varintAt(form, end);
}

/** The keys of those rules in `ruleRows` that can match. */
function ruleKeys(
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
function addRule(
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
