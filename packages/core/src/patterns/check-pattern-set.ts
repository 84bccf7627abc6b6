/**
 * Octets checked to be a pattern set, so that whatever reads them needs no checks of its own: every node is read
 * once, in the order in which it was written, and must begin where its parent says. One pass, no recursion.
 */
import { grown } from '../bytes/grown.ts';
import {
  CHAIN,
  filterLength,
  HAS_ACCEPT,
  HAS_CHILDREN,
  HAS_END,
  HAS_SHORT,
  HAS_STAR,
  LABEL_MASK,
  NO_FILTER,
  skipAt,
  varintAt,
} from './pattern-set-form.ts';

/**
 * The number of different patterns in the set from `offset` to `end`.
 *
 * @throws {RangeError} If it is no pattern set.
 */
export function checkPatternSet(form: Uint8Array, offset: number, end: number): number {
  return new SetChecker(form, offset, end).check();
}

/** @throws {RangeError} Always: what stands at `at` is not what was written there. */
export function refuse(at: number): never {
  throw new RangeError(
    `Cannot decode the rule set: expected octets that encodeRuleSet made, found others at octet ${at}`,
  );
}

/** The offset after the varint at `at`, which must end within five octets and before `end`. */
export function pastVarint(form: Uint8Array, at: number, end: number): number {
  return at < end && (form[at] as number) < 128 ? at + 1 : pastLongVarint(form, at, end);
}

function pastLongVarint(form: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end && (form[next] as number) >= 128) next++;
  if (next >= end || next - at > 4) refuse(at);
  return next + 1;
}

class SetChecker {
  readonly #form: Uint8Array;
  readonly #end: number;
  readonly #width: number;
  readonly #stars: number;
  /** What must come next, last first: a node at this offset, or children at the complement of it. */
  #expected: Int32Array = new Int32Array(1024);
  #depth = 0;
  #at: number;
  #starsRead = 0;
  #patterns = 0;

  constructor(form: Uint8Array, offset: number, end: number) {
    this.#form = form;
    this.#end = end;
    this.#width = form[offset] as number;
    this.#at = pastVarint(form, offset + 1, end);
    this.#stars = varintAt(form, offset + 1);
    if (!(this.#width >= 1 && this.#width <= 4)) refuse(offset);
  }

  check(): number {
    this.#expect(this.#at);
    for (this.#leaves(); this.#depth > 0; this.#leaves()) {
      const next = this.#expected[--this.#depth] as number;
      if (next === this.#at) this.#node();
      else if (next === ~this.#at) this.#children();
      else refuse(this.#at);
    }
    if (this.#at !== this.#end || this.#starsRead !== this.#stars) refuse(this.#at);
    return this.#patterns;
  }

  /**
   * Reads leaves as long as they come where they are expected: a short label, a match, nothing below. They are three
   * nodes in four, and cost a third of the others.
   */
  #leaves(): void {
    const form = this.#form;
    const end = this.#end;
    const expected = this.#expected;
    let depth = this.#depth;
    let at = this.#at;
    while (depth > 0 && expected[depth - 1] === at) {
      const length = (form[at] as number) - HAS_ACCEPT;
      const accept = at + 1 + length;
      if (!(length >= 0 && length < LABEL_MASK && accept < end && (form[accept] as number) < 128)) break;
      at = accept + 1;
      depth--;
    }
    this.#patterns += this.#depth - depth;
    this.#depth = depth;
    this.#at = at;
  }

  #node(): void {
    const form = this.#form;
    const end = this.#end;
    let at = this.#at;
    if (at >= end) refuse(at);
    const head = form[at++] as number;
    let length = head & LABEL_MASK;
    if (length === LABEL_MASK) {
      length += varintAt(form, at);
      at = pastVarint(form, at, end);
    }
    at += length;
    if (at > end) refuse(this.#at);
    if ((head & HAS_ACCEPT) !== 0) {
      at = pastVarint(form, at, end);
      this.#patterns++;
    }
    if ((head & HAS_END) !== 0) {
      at = pastVarint(form, at, end);
      this.#patterns++;
    }
    if ((head & HAS_STAR) !== 0) this.#star(head, at);
    else {
      this.#at = at;
      if (head >= HAS_CHILDREN) this.#expect(~at);
    }
  }

  /** The head of a star node: its node of segments comes next. */
  #star(head: number, from: number): void {
    const form = this.#form;
    const end = this.#end;
    let at = from;
    if (head >= HAS_CHILDREN) {
      if (at + this.#width > end) refuse(at);
      this.#expect(~(at + this.#width + this.#skip(at)));
      at += this.#width;
    }
    if (varintAt(form, at) !== this.#starsRead++) refuse(at);
    at = this.#pastChain(pastVarint(form, pastVarint(form, at, end), end));
    const filter = form[at] as number;
    const log = filter & ~HAS_SHORT;
    if (filter !== NO_FILTER && (log < 3 || log > 24)) refuse(at);
    at += 1 + filterLength(filter);
    if (at >= end) refuse(from);
    this.#expect(at);
    this.#at = at;
  }

  #pastChain(from: number): number {
    const form = this.#form;
    if (form[from] !== CHAIN) return from;
    let at = from + 1;
    while (form[at] !== 0) {
      const length = varintAt(form, at);
      at = pastVarint(form, at, this.#end) + length;
      if (length === 0) refuse(at);
    }
    return at + 1;
  }

  #expect(next: number): void {
    if (this.#depth === this.#expected.length) this.#expected = grown(this.#expected);
    this.#expected[this.#depth++] = next;
  }

  #skip(at: number): number {
    return skipAt(this.#form, at, this.#width) >>> 0;
  }

  #children(): void {
    const count = this.#form[this.#at] as number;
    const isTable = count === 0;
    const slots = isTable ? (this.#form[this.#at + 2] as number) + 1 : count - 1;
    const skips = this.#at + (isTable ? 3 : 1 + count);
    const first = skips + slots * this.#width;
    if (!(first < this.#end)) refuse(this.#at);
    if (!isTable) this.#checkAscending(this.#at + 1, count);
    let children = 0;
    for (let slot = slots - 1; slot >= 0; slot--) {
      const skip = this.#skip(skips + slot * this.#width);
      if (isTable && skip === 0) continue;
      this.#expect(first + skip - (isTable ? 1 : 0));
      children++;
    }
    if (!isTable) this.#expect(first);
    else if (children === 0) refuse(this.#at);
    this.#at = first;
  }

  #checkAscending(from: number, count: number): void {
    for (let at = from + 1; at < from + count; at++) {
      if ((this.#form[at] as number) <= (this.#form[at - 1] as number)) refuse(at);
    }
  }
}
