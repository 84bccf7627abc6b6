/**
 * Recognises texts that occur more than once in a run, by comparing octets, which costs less than decoding or hashing
 * them. A text is kept when it is met for the second time. Memory use does not grow with the input.
 */

/** The number of stored fingerprints. A new fingerprint replaces the one in its slot. */
const SLOTS = 2 ** 16;

const SAMPLES = 24;

/** Limit on the total length of the kept texts in one generation. Two generations are kept. */
const MOST_OCTETS = 1024 * 1024;

interface Kept<Value> {
  readonly octets: Uint8Array;
  readonly value: Value;
}

export class RepeatedTexts<Value> {
  readonly #prints = new Int32Array(SLOTS);
  #young = new Map<number, Kept<Value>>();
  #old = new Map<number, Kept<Value>>();
  #length = 0;

  /**
   * The value of a text: undefined when the text is met for the first time, and the same object each time from the
   * second on, until it is forgotten. Texts with equal samples count as the same when they are first met, but each has
   * the value of its own octets.
   *
   * @param read Called if the text is to be kept. It is not kept if this returns `undefined`.
   */
  repeated(text: Uint8Array, read: () => Value | undefined): Value | undefined {
    const print = fingerprint(text);
    const kept = this.#young.get(print);
    if (kept && isEqual(kept.octets, text)) return kept.value;
    const older = this.#old.get(print);
    if (older && isEqual(older.octets, text)) return this.#keep(print, older);
    if (!this.#isSeen(print)) return undefined;
    const value = read();
    return value === undefined ? undefined : this.#keep(print, { octets: text.slice(), value });
  }

  #isSeen(print: number): boolean {
    const slot = (print ^ (print >>> 16)) & (SLOTS - 1);
    const isSeen = this.#prints[slot] === print;
    this.#prints[slot] = print;
    return isSeen;
  }

  #keep(print: number, kept: Kept<Value>): Value {
    this.#length += kept.octets.length;
    if (this.#length > MOST_OCTETS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#length = kept.octets.length;
    }
    this.#young.set(print, kept);
    return kept.value;
  }
}

/**
 * The fingerprint of a text, never 0, because 0 marks an empty slot. Includes the last octets without gaps, because
 * files from one template often differ at the end.
 */
function fingerprint(text: Uint8Array): number {
  const { length } = text;
  const step = Math.max(1, Math.floor(length / SAMPLES));
  let print = mixed(0x2545f491, length);
  for (let at = 0; at < length; at += step) print = mixed(print, text[at] as number);
  for (let at = Math.max(0, length - SAMPLES); at < length; at++) print = mixed(print, text[at] as number);
  return print;
}

/** One step of FNV-1a. */
function mixed(print: number, value: number): number {
  return Math.imul(print ^ value, 0x01000193) | 1;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && Buffer.compare(one, other) === 0;
}
