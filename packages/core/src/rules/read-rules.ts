/** The records of a compiled rule set's rules, read back: for those who want to know which rule decided. */

import { STAR } from '../bytes/octet.ts';
import { textOf } from '../bytes/text.ts';
import { varintAt, varintLength } from '../engine/pattern-set-form.ts';
import { patternTexts } from '../engine/pattern-texts.ts';
import { ENDS_WITH_STAR, HAS_VALUE, SAME_KEY, SHAPE_UNIT } from './rule-records.ts';
import { PATTERN_SET, recordsAt } from './rule-set-form.ts';

/** A rule as it stood in the file. */
export interface WrittenRule {
  readonly isAllow: boolean;
  /** The value as written: the pattern before normalising. */
  readonly value: Uint8Array;
  /** Counted from 1. */
  readonly line: number;
  /** Where the record begins in its line: in octets, counted from 1. */
  readonly column: number;
  /** The record up to its value, as written. */
  readonly head: Uint8Array;
}

/** A user-agent record of the group, as it is compared. */
export interface WrittenUserAgent {
  readonly line: number;
  readonly productToken: string;
}

/** Reads numbers and runs of octets one after another. */
class Reader {
  readonly #octets: Uint8Array;
  #at: number;

  constructor(octets: Uint8Array, at: number) {
    this.#octets = octets;
    this.#at = at;
  }

  octet(): number {
    return this.#octets[this.#at++] as number;
  }

  varint(): number {
    const value = varintAt(this.#octets, this.#at);
    this.#at += varintLength(this.#octets, this.#at);
    return value;
  }

  run(): Uint8Array {
    const length = this.varint();
    this.#at += length;
    return this.#octets.subarray(this.#at - length, this.#at);
  }
}

interface Shape {
  readonly isAllow: boolean;
  readonly column: number;
  readonly head: Uint8Array;
}

/**
 * All rules whose value `isWanted`, in the order of the pattern set, and the group's user-agent records. What it is
 * asked with is valid until it is asked again.
 */
export function readRules(
  form: Uint8Array,
  isWanted: (value: Uint8Array) => boolean = () => true,
): { rules: WrittenRule[]; userAgents: WrittenUserAgent[] } {
  const reader = new Reader(form, recordsAt(form));
  const shapes: Shape[] = [];
  for (let left = reader.varint(); left > 0; left--) {
    shapes.push({ isAllow: reader.octet() === 1, column: reader.varint(), head: reader.run() });
  }
  const rules: WrittenRule[] = [];
  const texts = patternTexts(form, PATTERN_SET);
  let text: Uint8Array = new Uint8Array(0);
  for (let left = reader.varint(); left > 0; left--) {
    const code = reader.varint();
    if ((code & SAME_KEY) === 0) text = texts.next().value ?? text;
    const line = reader.varint();
    const value =
      (code & HAS_VALUE) !== 0 ? reader.run() : (code & ENDS_WITH_STAR) !== 0 ? withStar(text) : text;
    if (!isWanted(value)) continue;
    const { isAllow, column, head } = shapes[Math.floor(code / SHAPE_UNIT)] as Shape;
    rules.push({ isAllow, column, head, line, value: value.slice() });
  }
  const userAgents: WrittenUserAgent[] = [];
  for (let left = reader.varint(); left > 0; left--) {
    const line = reader.varint();
    const token = reader.run();
    userAgents.push({ line, productToken: textOf(token, 0, token.length) });
  }
  return { rules, userAgents };
}

function withStar(text: Uint8Array): Uint8Array {
  const value = new Uint8Array(text.length + 1);
  value.set(text);
  value[text.length] = STAR;
  return value;
}
