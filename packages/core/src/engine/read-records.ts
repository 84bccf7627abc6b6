/** Reads the records of a compiled form (`rule-records.ts` describes the layout). */
import { grown } from '../bytes/grown.ts';
import { STAR } from '../bytes/octet.ts';
import { textOf } from '../bytes/text.ts';
import { ENDS_WITH_STAR, HAS_VALUE, SAME_KEY, SHAPE_UNIT } from './rule-records.ts';
import { PATTERN_SET, recordsAt } from './rule-set-form.ts';
import { varintAt, varintLength } from './set/pattern-set-form.ts';
import { patternTexts } from './set/pattern-texts.ts';

/** One spelling of a rule in the file, without its value. */
export interface Shape {
  readonly isAllow: boolean;
  /** The column, in octets and counted from 1, where the record begins in its line. */
  readonly column: number;
  /** The text of the record before its value, as written. */
  readonly head: Uint8Array;
}

/** Distinct texts, concatenated in one buffer. */
export interface TextPool {
  readonly octets: Uint8Array;
  /** The start of each text, followed by the end of the last text. */
  readonly starts: readonly number[];
}

/** Rules in the order of the pattern set. The same index in each list refers to the same rule. */
export interface RuleRecords {
  readonly shapes: readonly Shape[];
  /** Values as written. Rules with the same key and the same spelling share one text. */
  readonly texts: TextPool;
  readonly shapeOf: readonly number[];
  readonly textOf: readonly number[];
  readonly lineOf: readonly number[];
  readonly productTokens: readonly string[];
  readonly userAgentLines: readonly number[];
}

/** Reads all records. Time and memory are linear in the size of the file. */
export function readRecords(form: Uint8Array): RuleRecords {
  const reader = new Reader(form, recordsAt(form));
  const shapes: Shape[] = [];
  for (let left = reader.varint(); left > 0; left--) {
    shapes.push({ isAllow: reader.octet() === 1, column: reader.varint(), head: reader.run() });
  }
  const rules = readRules(reader, patternTexts(form, PATTERN_SET));
  const productTokens: string[] = [];
  const userAgentLines: number[] = [];
  for (let left = reader.varint(); left > 0; left--) {
    userAgentLines.push(reader.varint());
    const token = reader.run();
    productTokens.push(textOf(token, 0, token.length));
  }
  return { shapes, ...rules, productTokens, userAgentLines };
}

function readRules(
  reader: Reader,
  keys: Iterator<Uint8Array>,
): Pick<RuleRecords, 'texts' | 'shapeOf' | 'textOf' | 'lineOf'> {
  const texts = new TextWriter();
  const shapeOf: number[] = [];
  const textOf: number[] = [];
  const lineOf: number[] = [];
  let key: Uint8Array = new Uint8Array(0);
  // The number of the key's text, and the number of that text with a star after it. Each is −1 until a rule needs the
  // text.
  let plain = -1;
  let starred = -1;
  for (let left = reader.varint(); left > 0; left--) {
    const code = reader.varint();
    if ((code & SAME_KEY) === 0) {
      key = keys.next().value ?? key;
      plain = starred = -1;
    }
    shapeOf.push(Math.floor(code / SHAPE_UNIT));
    lineOf.push(reader.varint());
    if ((code & HAS_VALUE) !== 0) textOf.push(texts.add(reader.run(), false));
    else if ((code & ENDS_WITH_STAR) !== 0) {
      if (starred < 0) starred = texts.add(key, true);
      textOf.push(starred);
    } else {
      if (plain < 0) plain = texts.add(key, false);
      textOf.push(plain);
    }
  }
  return { texts, shapeOf, textOf, lineOf };
}

class TextWriter implements TextPool {
  octets: Uint8Array = new Uint8Array(1024);
  readonly starts: number[] = [0];
  #end = 0;

  /** Adds the text, followed by a star if `withStar` is set, and returns its number. */
  add(text: Uint8Array, withStar: boolean): number {
    const end = this.#end + text.length + (withStar ? 1 : 0);
    if (end > this.octets.length) this.octets = grown(this.octets, end);
    this.octets.set(text, this.#end);
    if (withStar) this.octets[end - 1] = STAR;
    this.#end = end;
    return this.starts.push(end) - 2;
  }
}

/** Reads numbers and runs of octets in sequence. */
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
