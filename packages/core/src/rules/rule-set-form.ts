/**
 * The octets of a compiled rule set: all that is left of the document, and its portable form.
 *
 * ```
 * "REP1"   the version is the last octet
 * length of the pattern set, 4 octets, little endian
 * the pattern set (`patterns/pattern-set-form.ts`), the rules in their folded form
 * 1 if the plain form of a rule differs, or 0
 * the records of the rules (`rules/rule-records.ts`)
 * the group: varint number of its user-agent records, each varint line · varint length · product token
 * ```
 */

import { DOLLAR, SLASH, STAR } from '../bytes/octet.ts';
import { OctetWriter } from '../bytes/octet-writer.ts';
import { kindAt, lineAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { endOfToken, isStar } from '../parse/product-token.ts';
import { LineKind } from '../parse/record-kind.ts';
import type { LineSource } from '../parse/records.ts';
import { addSegments } from '../patterns/build-pattern-set.ts';
import { isNormal } from '../patterns/normalise.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { PatternKeys } from '../patterns/pattern-keys.ts';
import { skipAt } from '../patterns/pattern-set-form.ts';
import { sortedKeys } from '../patterns/sort-keys.ts';
import { writePatternSet } from '../patterns/write-pattern-set.ts';
import { rank } from './rule.ts';
import { writeRecords } from './rule-records.ts';
import type { Selection } from './select.ts';

export const MAGIC: Uint8Array<ArrayBuffer> = new TextEncoder().encode('REP1');

/** Where the pattern set begins. */
export const PATTERN_SET = 8;

/** The compiled form of the rules that `selection` names. */
export function compileForm(source: LineSource, selection: Selection): Uint8Array<ArrayBuffer> {
  const keys = new PatternKeys();
  const rows = new Int32Array(selection.ruleRows.length);
  let hasTwoForms = false;
  for (const row of selection.ruleRows) {
    rows[keys.count] = row;
    const isAllow = kindAt(source.lines, row) === LineKind.allow;
    const start = valueStartAt(source.lines, row);
    const end = valueEndAt(source.lines, row);
    if (addPattern(keys, source.octets, start, end, isAllow)) hasTwoForms = true;
  }
  const order = sortedKeys(keys);
  const set = writePatternSet(keys, order);
  const out = new OctetWriter();
  out.octets(MAGIC, 0, MAGIC.length);
  out.patch(out.reserve(4), set.length, 4);
  out.octets(set, 0, set.length);
  out.octet(hasTwoForms ? 1 : 0);
  writeRecords(out, source, rows.subarray(0, keys.count), keys, order);
  writeGroup(out, source, selection.userAgentRows);
  return out.finish();
}

/** The plain form of a rule differs from its folded form, so that there are two pattern sets. */
export function hasTwoForms(form: Uint8Array): boolean {
  return form[endOfPatternSet(form)] === 1;
}

/** Where the pattern set ends and the rest begins. */
export function endOfPatternSet(form: Uint8Array): number {
  return PATTERN_SET + skipAt(form, MAGIC.length, 4);
}

/** Adds the folded form of the pattern, if it can match; true if its plain form differs. */
function addPattern(
  keys: PatternKeys,
  octets: Uint8Array,
  start: number,
  end: number,
  isAllow: boolean,
): boolean {
  if (start >= end || (octets[start] !== SLASH && octets[start] !== STAR)) return false;
  if (!isNormal(octets, start, end)) {
    const pattern = parsePattern(octets, start, end);
    if (!pattern) return false;
    const { folded: segments, isAnchored } = pattern;
    addSegments(keys, { segments, isAnchored, rank: rank(isAllow, pattern.octets) });
    return pattern.folded !== pattern.plain;
  }
  const isAnchored = octets[end - 1] === DOLLAR;
  keys.begin(end - start, rank(isAllow, end - start));
  keys.pattern(octets, start, isAnchored ? end - 1 : end);
  keys.finish(isAnchored);
  return false;
}

function writeGroup(out: OctetWriter, { octets, lines }: LineSource, userAgentRows: readonly number[]): void {
  out.varint(userAgentRows.length);
  for (const row of userAgentRows) {
    const start = valueStartAt(lines, row);
    const valueEnd = valueEndAt(lines, row);
    const end = isStar(octets, start, valueEnd) ? start + 1 : endOfToken(octets, start, valueEnd);
    out.varint(lineAt(lines, row));
    out.varint(end - start);
    out.octets(octets, start, end);
  }
}
