/**
 * Octets checked to be a pattern set, so that whatever reads them needs no checks of its own: every node is read
 * once, in the order in which it was written, and must begin where its parent says. One pass, no recursion.
 */
import {
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

/** What is expected next, on a stack: a node, the children of one, or (0 and above) an offset to have reached. */
const NODE = -1;
const CHILDREN = -2;

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
  readonly #expected: number[] = [NODE];
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
    const expected = this.#expected;
    while (expected.length > 0) {
      const next = expected.pop() as number;
      if (next === NODE) this.#node();
      else if (next === CHILDREN) this.#children();
      else if (next !== this.#at) refuse(this.#at);
    }
    if (this.#at !== this.#end || this.#starsRead !== this.#stars) refuse(this.#at);
    return this.#patterns;
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
    if (head >= HAS_CHILDREN) this.#expected.push(CHILDREN);
    this.#at = (head & HAS_STAR) === 0 ? at : this.#star(head, at);
  }

  /** The head of a star node; answers where its node of segments begins. */
  #star(head: number, from: number): number {
    const form = this.#form;
    const end = this.#end;
    let at = from;
    if (head >= HAS_CHILDREN) {
      if (at + this.#width > end) refuse(at);
      this.#expected.push(at + this.#width + this.#skip(at));
      at += this.#width;
    }
    if (varintAt(form, at) !== this.#starsRead++) refuse(at);
    at = pastVarint(form, pastVarint(form, at, end), end);
    const filter = form[at] as number;
    const log = filter & ~HAS_SHORT;
    if (filter !== NO_FILTER && (log < 3 || log > 24)) refuse(at);
    at += 1 + filterLength(filter);
    if (at >= end) refuse(from);
    this.#expected.push(NODE);
    return at;
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
    let later = isTable ? 1 : 0;
    for (let slot = slots - 1; slot >= 0; slot--) {
      const skip = this.#skip(skips + slot * this.#width);
      if (isTable && skip === 0) continue;
      this.#expected.push(NODE, first + skip - (isTable ? 1 : 0));
      later++;
    }
    if (isTable && later === 1) refuse(this.#at);
    if (!isTable) this.#expected.push(NODE);
    this.#at = first;
  }

  #checkAscending(from: number, count: number): void {
    for (let at = from + 1; at < from + count; at++) {
      if ((this.#form[at] as number) <= (this.#form[at - 1] as number)) refuse(at);
    }
  }
}
