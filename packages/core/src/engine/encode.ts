/** Encodes rule sets as octets and decodes them. Caches and other processes then need neither parse nor compile. */

import { isOctets } from '../bytes/utf-8.ts';
import { RuleSet } from '../rules/rule-set.ts';
import { AdaptiveMatcher } from './adaptive-matcher.ts';
import { CompiledMatcher } from './compiled-matcher.ts';
import { HAS_VALUE, SAME_KEY, SHAPE_UNIT } from './rule-records.ts';
import { endOfPatternSet, MAGIC, PATTERN_SET } from './rule-set-form.ts';
import { checkPatternSet, pastVarint, refuse } from './set/check-pattern-set.ts';
import { varintAt } from './set/pattern-set-form.ts';

/**
 * The compiled form of a rule set as octets, which {@link decodeRuleSet} reads. Its size is about 0.7 times the
 * crawler's part of the file. The format has a version; other versions of this library may refuse it.
 *
 * @throws {TypeError} If the rules were read in a dialect other than RFC 9309: they have no compiled form.
 * @example
 * ```ts
 * import { compile, parse } from 'robots-exclusion';
 * import { decodeRuleSet, encodeRuleSet } from 'robots-exclusion/encode';
 *
 * const octets = encodeRuleSet(compile(parse('User-agent: *\nDisallow: /x\n'), 'FooBot'));
 * decodeRuleSet(octets).allows('/x'); // false
 * ```
 */
export function encodeRuleSet(ruleSet: RuleSet): Uint8Array {
  const matcher = RuleSet.matcherOf(ruleSet);
  if (matcher instanceof AdaptiveMatcher) return matcher.compiled().form.slice();
  throw new TypeError(
    'Cannot encode rules read in a dialect: only those read by RFC 9309 have a compiled form',
  );
}

/**
 * Decodes a rule set from the output of {@link encodeRuleSet}. The octets are copied and fully checked in one pass.
 * Forged octets are rejected or give wrong verdicts, but no query on the decoded rules fails or runs for an unbounded
 * time.
 *
 * @throws {TypeError} If `bytes` is not a `Uint8Array`.
 * @throws {RangeError} If the octets are not a rule set of this version.
 */
export function decodeRuleSet(bytes: Uint8Array): RuleSet {
  if (!isOctets(bytes)) {
    throw new TypeError(`Cannot decode the rule set: expected a Uint8Array, got ${typeof bytes}`);
  }
  // `slice` would return a view of a Node.js Buffer.
  const form = new Uint8Array(bytes);
  checkForm(form);
  return new RuleSet(new AdaptiveMatcher(new CompiledMatcher(form)));
}

function checkForm(form: Uint8Array): void {
  const end = form.length;
  if (MAGIC.some((octet, index) => form[index] !== octet)) refuse(0);
  const endOfSet = end < PATTERN_SET ? -1 : endOfPatternSet(form);
  if (!(endOfSet > PATTERN_SET && endOfSet < end)) refuse(MAGIC.length);
  const patterns = checkPatternSet(form, PATTERN_SET, endOfSet);
  const { shapes, at } = checkShapes(form, checkPlainSet(form, endOfSet));
  const group = checkRecords(form, at, shapes, patterns);
  if (checkGroup(form, group) !== end) refuse(group);
}

/** Checks the second pattern set, if present, and returns its end. */
function checkPlainSet(form: Uint8Array, from: number): number {
  const start = pastVarint(form, from, form.length);
  const end = start + varintAt(form, from);
  if (end > form.length) refuse(from);
  if (end > start) checkPatternSet(form, start, end);
  return end;
}

function checkShapes(form: Uint8Array, from: number): { shapes: number; at: number } {
  const shapes = varintAt(form, from);
  let at = pastVarint(form, from, form.length);
  for (let left = shapes; left > 0; left--) {
    if (!((form[at] as number) <= 1)) refuse(at);
    at = pastRun(form, pastVarint(form, at + 1, form.length));
  }
  return { shapes, at };
}

/**
 * Checks the records, and that every pattern of the set has at least one record. Returns the offset after the records.
 */
function checkRecords(form: Uint8Array, from: number, shapes: number, patterns: number): number {
  const end = form.length;
  const records = varintAt(form, from);
  let at = pastVarint(form, from, end);
  let keys = 0;
  for (let left = records; left > 0; left--) {
    const start = at;
    const code = form[at++] as number;
    // Nearly all records are short: one octet for the number, up to three for the line, and no value. Past the end,
    // octets are `undefined`, and comparisons with 128 are false.
    const isShort = code < 128 && (code & HAS_VALUE) === 0 && code < shapes * SHAPE_UNIT;
    if (isShort && (form[at] as number) >= 128 && (form[++at] as number) >= 128) at++;
    if (!(isShort && (form[at++] as number) < 128)) at = pastRecord(form, start, shapes);
    // The flag is in the first octet, even if the number has several octets.
    if ((code & SAME_KEY) === 0) keys++;
    else if (keys === 0) refuse(start);
  }
  if (keys !== patterns) refuse(from);
  return at;
}

/** The offset after the record at `at`. */
function pastRecord(form: Uint8Array, at: number, shapes: number): number {
  const code = varintAt(form, at);
  if (!(code < shapes * SHAPE_UNIT)) refuse(at);
  const end = pastVarint(form, pastVarint(form, at, form.length), form.length);
  return (code & HAS_VALUE) === 0 ? end : pastRun(form, end);
}

function checkGroup(form: Uint8Array, from: number): number {
  let at = pastVarint(form, from, form.length);
  for (let left = varintAt(form, from); left > 0; left--)
    at = pastRun(form, pastVarint(form, at, form.length));
  return at;
}

/** The offset after a varint length and the octets that it counts. */
function pastRun(form: Uint8Array, at: number): number {
  const end = pastVarint(form, at, form.length) + varintAt(form, at);
  if (end > form.length) refuse(at);
  return end;
}
