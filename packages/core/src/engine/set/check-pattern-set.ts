/**
 * Validates octets as a pattern set; readers then need no checks of their own. Every node is read once, in the order in
 * which it was written, and must begin at the offset that its parent states. The check takes one pass, without
 * recursion.
 */
import { grown } from '../../bytes/grown.ts';
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
 * The number of distinct patterns in the set from `offset` to `end`.
 *
 * @throws {RangeError} If the octets are not a pattern set.
 */
export function checkPatternSet(form: Uint8Array, offset: number, end: number): number {
  return new SetChecker(form, offset, end).check();
}

/** @throws {RangeError} Always, because the octets at `at` are invalid. */
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

const MOST_CHILDREN = 256;
const NOT_PLAIN = HAS_END | HAS_STAR;

class SetChecker {
  readonly #form: Uint8Array;
  readonly #end: number;
  readonly #width: number;
  readonly #stars: number;
  /**
   * A stack of the items that must come next: the offset of a node, or the complement of the offset of a star's
   * children.
   */
  #expected: Int32Array = new Int32Array(4 * MOST_CHILDREN);
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
    for (this.#plainNodes(); this.#depth > 0; this.#plainNodes()) {
      const next = this.#expected[--this.#depth] as number;
      if (next === this.#at) this.#node();
      else if (next === ~this.#at) this.#children();
      else refuse(this.#at);
    }
    if (this.#at !== this.#end || this.#starsRead !== this.#stars) refuse(this.#at);
    return this.#patterns;
  }

  /**
   * Reads nodes as long as each is at the expected offset and plain. A plain node has a short label, at most one match
   * and at most one list of children. Of 20 nodes, 19 are plain. A separate loop for plain nodes checks 350 KB in 460
   * µs instead of 540.
   */
  #plainNodes(): void {
    const form = this.#form;
    const end = this.#end;
    this.#reserve(MOST_CHILDREN);
    const expected = this.#expected;
    const full = expected.length - MOST_CHILDREN;
    let depth = this.#depth;
    let at = this.#at;
    while (depth > 0 && expected[depth - 1] === at) {
      const head = form[at] as number;
      let next = at + 1 + (head & LABEL_MASK);
      if ((head & NOT_PLAIN) !== 0 || (head & LABEL_MASK) === LABEL_MASK || next >= end) break;
      if ((head & HAS_ACCEPT) !== 0 && (form[next++] as number) >= 128) break;
      if (head < HAS_CHILDREN) depth--;
      else {
        const count = form[next] as number;
        if (!(count > 0) || depth > full) break;
        depth = this.#pushList(next, count, depth - 1);
        next = expected[depth - 1] as number;
      }
      if ((head & HAS_ACCEPT) !== 0) this.#patterns++;
      at = next;
    }
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
    this.#at = at;
    if ((head & HAS_STAR) !== 0) this.#star(head, at);
    else if (head >= HAS_CHILDREN) this.#children();
  }

  /** Checks the head of a star node; its node of segments comes next. */
  #star(head: number, from: number): void {
    const form = this.#form;
    const end = this.#end;
    let at = from;
    if (head >= HAS_CHILDREN) {
      if (at + this.#width > end) refuse(at);
      this.#expect(~(at + this.#width + (skipAt(form, at, this.#width) >>> 0)));
      at += this.#width;
    }
    if (varintAt(form, at) !== this.#starsRead++) refuse(at);
    at = this.#pastChain(pastVarint(form, pastVarint(form, at, end), end));
    const filter = form[at] as number;
    const log = filter & ~HAS_SHORT;
    if (filter !== NO_FILTER && (log < 3 || log > 24)) refuse(at);
    at += 1 + filterLength(filter);
    if (at >= end) refuse(from);
    // Segments are not empty, so a node of segments without a label has children and nothing else.
    if (((form[at] as number) & LABEL_MASK) === 0 && form[at] !== HAS_CHILDREN) refuse(at);
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

  #children(): void {
    const at = this.#at;
    const count = this.#form[at] as number;
    this.#reserve(MOST_CHILDREN);
    if (count === 0) this.#table();
    else {
      this.#depth = this.#pushList(at, count, this.#depth);
      this.#at = this.#expected[this.#depth - 1] as number;
    }
  }

  /**
   * Pushes the children in the list at `at` onto the stack from `depth`, the last child first. Returns the new depth.
   */
  #pushList(at: number, count: number, depth: number): number {
    const form = this.#form;
    const width = this.#width;
    const expected = this.#expected;
    const skips = at + 1 + count;
    const first = skips + (count - 1) * width;
    if (!(first < this.#end)) refuse(at);
    let last = depth;
    for (let child = count - 1; child > 0; child--) {
      if ((form[at + 1 + child] as number) <= (form[at + child] as number)) refuse(at + child);
      expected[last++] = first + (skipAt(form, skips + (child - 1) * width, width) >>> 0);
    }
    expected[last++] = first;
    return last;
  }

  #table(): void {
    const form = this.#form;
    const width = this.#width;
    const skips = this.#at + 3;
    const first = skips + ((form[this.#at + 2] as number) + 1) * width;
    if (!(first < this.#end)) refuse(this.#at);
    const before = this.#depth;
    for (let slot = first - width; slot >= skips; slot -= width) {
      const skip = skipAt(form, slot, width) >>> 0;
      if (skip !== 0) this.#expected[this.#depth++] = first + skip - 1;
    }
    if (this.#depth === before) refuse(this.#at);
    this.#at = first;
  }

  #expect(next: number): void {
    this.#reserve(1);
    this.#expected[this.#depth++] = next;
  }

  #reserve(more: number): void {
    if (this.#depth + more > this.#expected.length) this.#expected = grown(this.#expected);
  }
}
