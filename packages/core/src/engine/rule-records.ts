/**
 * The part of each rule's record that a rule set keeps, so that a verdict can show the rule after the document is
 * released. It takes about three octets per rule, because the pattern itself is read from the pattern set.
 *
 * ```
 * table     varint number of shapes · shapes · varint number of records · records, in the order of the pattern set
 *           · the group: varint number of its user-agent records, each varint line · varint length · product token
 * shape     kind (1 allow, 0 disallow) · varint column · varint length · the record before its value, as written
 * record    varint shape × 8 + flags · varint line · [varint length · the value as written]
 * flags     1 the key is that of the previous record · 2 the value follows · 4 the value is the key's text plus a star
 * ```
 */

import { DOLLAR, STAR as STAR_OCTET } from '../bytes/octet.ts';
import type { OctetWriter } from '../bytes/octet-writer.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, lineAt, startAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { endOfToken, isStar } from '../parse/product-token.ts';
import { columnOf, type LineSource } from '../parse/records.ts';
import type { Selection } from '../rules/select.ts';
import { END, FIRST_OCTET, type PatternKeys, STAR } from './set/pattern-keys.ts';
import { areSameKeys } from './set/sort-keys.ts';

export const SAME_KEY = 1;
export const HAS_VALUE = 2;
export const ENDS_WITH_STAR = 4;
/** The first number of a record is its shape times this value, plus flags. */
export const SHAPE_UNIT = 8;

/**
 * Writes the table of the rules in `rows`, in `order`, followed by the group. A rule has the same index in `rows` as
 * its key in `keys`.
 */
export function writeRecords(
  out: OctetWriter,
  source: LineSource,
  { userAgentRows }: Selection,
  rows: Int32Array,
  keys: PatternKeys,
  order: Int32Array,
): void {
  const shapes = new Shapes(source);
  const shapeOf = new Int32Array(rows.length);
  for (let index = 0; index < rows.length; index++) shapeOf[index] = shapes.numberOf(rows[index] as number);
  out.varint(shapes.rows.length);
  for (const row of shapes.rows) writeShape(out, source, row);
  out.varint(order.length);
  for (let index = 0; index < order.length; index++) {
    const key = order[index] as number;
    const isSame = index > 0 && areSameKeys(keys, order[index - 1] as number, key);
    writeRecord(out, source, rows[key] as number, keys, key, shapeOf[key] as number, isSame);
  }
  writeGroup(out, source, userAgentRows);
}

/** The distinct spellings of rules, without their values. There are rarely more than two. */
class Shapes {
  /** For each shape, a row that has it. */
  readonly rows: number[] = [];
  readonly #source: LineSource;
  readonly #numbers = new Map<string, number>();
  #last = -1;

  constructor(source: LineSource) {
    this.#source = source;
  }

  numberOf(row: number): number {
    // The spelling of most rules equals that of the previous rule or of one of the first four shapes.
    if (this.#last >= 0 && this.#areAlike(row, this.rows[this.#last] as number)) return this.#last;
    for (let shape = 0; shape < Math.min(4, this.rows.length); shape++) {
      if (!this.#areAlike(row, this.rows[shape] as number)) continue;
      this.#last = shape;
      return shape;
    }
    const name = this.#name(row);
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.rows.push(row) - 1;
      this.#numbers.set(name, number);
    }
    this.#last = number;
    return number;
  }

  #areAlike(a: number, b: number): boolean {
    const { octets, lines } = this.#source;
    const startA = startAt(lines, a);
    const startB = startAt(lines, b);
    const length = valueStartAt(lines, a) - startA;
    if (length !== valueStartAt(lines, b) - startB) return false;
    for (let at = 0; at < length; at++) {
      if (octets[startA + at] !== octets[startB + at]) return false;
    }
    return columnOf(octets, startA) === columnOf(octets, startB);
  }

  #name(row: number): string {
    const { octets, lines } = this.#source;
    const start = startAt(lines, row);
    let name = String(columnOf(octets, start));
    for (let at = start; at < valueStartAt(lines, row); at++) name += `,${octets[at]}`;
    return name;
  }
}

function writeShape(out: OctetWriter, { octets, lines }: LineSource, row: number): void {
  const start = startAt(lines, row);
  const end = valueStartAt(lines, row);
  out.octet(kindAt(lines, row) === LineKind.allow ? 1 : 0);
  out.varint(columnOf(octets, start));
  out.varint(end - start);
  out.octets(octets, start, end);
}

function writeRecord(
  out: OctetWriter,
  { octets, lines }: LineSource,
  row: number,
  keys: PatternKeys,
  key: number,
  shape: number,
  isSame: boolean,
): void {
  const start = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  const isKey = isTextOf(keys, key, octets, start, end);
  const isKeyAndStar =
    !isKey && octets[end - 1] === STAR_OCTET && isTextOf(keys, key, octets, start, end - 1);
  const hasValue = !isKey && !isKeyAndStar;
  out.varint(
    shape * SHAPE_UNIT +
      (isSame ? SAME_KEY : 0) +
      (hasValue ? HAS_VALUE : 0) +
      (isKeyAndStar ? ENDS_WITH_STAR : 0),
  );
  out.varint(lineAt(lines, row));
  if (!hasValue) return;
  out.varint(end - start);
  out.octets(octets, start, end);
}

/** Whether the octets from `start` to `end` spell the key. */
function isTextOf(keys: PatternKeys, key: number, octets: Uint8Array, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++, depth++) {
    const unit = keys.unit(key, depth);
    const octet = unit >= FIRST_OCTET ? unit - FIRST_OCTET : unit === STAR ? STAR_OCTET : -1;
    if (octet !== octets[at]) return unit === END && at + 1 === end && octets[at] === DOLLAR;
  }
  return keys.unit(key, depth) < END;
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
