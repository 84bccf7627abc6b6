/**
 * Reads the parts of a node of a compiled pattern set (`pattern-set-form.ts`), for code that reads sets in sequence.
 * Code that follows a target octet by octet does not use this file, because it reads only the parts of a node that it
 * reaches.
 */
import {
  HAS_ACCEPT,
  HAS_CHILDREN,
  HAS_END,
  HAS_STAR,
  LABEL_MASK,
  skipAt,
  unzigzag,
  varintAt,
  varintLength,
} from './pattern-set-form.ts';

/** The offsets of a label's octets, and flags for the parts that follow the label. */
export interface Label {
  readonly start: number;
  readonly end: number;
  readonly flags: number;
}

/** The parts after a label; −1 for a part that is absent. */
export interface NodeEnd {
  /** The rank of the pattern that ends here. */
  readonly rank: number;
  /** The rank of the pattern that ends here if the target also ends here. */
  readonly endRank: number;
  /** The offset of the star node. */
  readonly star: number;
  /** The offset of the children. */
  readonly children: number;
}

export function rootAt(form: Uint8Array, offset: number): number {
  return offset + 1 + varintLength(form, offset + 1);
}

export function labelAt(form: Uint8Array, node: number): Label {
  const head = form[node] as number;
  const length = head & LABEL_MASK;
  const flags = head - length;
  if (length < LABEL_MASK) return { start: node + 1, end: node + 1 + length, flags };
  const start = node + 1 + varintLength(form, node + 1);
  return { start, end: start + LABEL_MASK + varintAt(form, node + 1), flags };
}

/** The parts after the label that ends at `from`. `octets` is the number of pattern octets so far. */
export function nodeEndAt(
  form: Uint8Array,
  from: number,
  flags: number,
  octets: number,
  width: number,
): NodeEnd {
  let at = from;
  let rank = -1;
  let endRank = -1;
  if ((flags & HAS_ACCEPT) !== 0) {
    rank = 2 * octets + unzigzag(varintAt(form, at));
    at += varintLength(form, at);
  }
  if ((flags & HAS_END) !== 0) {
    endRank = 2 * (octets + 1) + unzigzag(varintAt(form, at));
    at += varintLength(form, at);
  }
  if ((flags & HAS_STAR) === 0) return { rank, endRank, star: -1, children: flags < HAS_CHILDREN ? -1 : at };
  if (flags < HAS_CHILDREN) return { rank, endRank, star: at, children: -1 };
  const star = at + width;
  return { rank, endRank, star, children: star + skipAt(form, at, width) };
}
