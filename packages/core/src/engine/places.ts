/**
 * Where octets lead in the trie of a compiled pattern set: all places at once from which the next octet may go on,
 * and the greatest rank that matched so far (RFC 9309 §2.2.2, §2.2.3). `hot-states.ts` makes its states of them.
 *
 * A place is three numbers: an offset in the form, what stands there, and the octets on the pattern's way to it. Its
 * offset alone tells it from others, because each is reached in one way.
 */

import { NO_MATCH } from '../rules/rule.ts';
import { childAt } from './children.ts';
import { labelAt, nodeEndAt, rootAt } from './node.ts';
import { CHAIN, filterLength, varintAt, varintLength } from './pattern-set-form.ts';

/** What stands at a place: a star, which stays where it is whatever octet follows; or a node's children. */
const STAR = -1;
/** A star within a chain or at its end: the length of its segment, or 0, stands at the offset. */
const CHAINED_STAR = -2;
const CHILDREN = 0;
/** Or octets of a label, 2^23 − 1 at most: this for each that is left, and the node's flags, or {@link IN_CHAIN}. */
const LABEL = 256;
const IN_CHAIN = 1;

/** Numbers that a place takes. */
export const PLACE = 3;

/** Numbers in {@link record} before the first place, left to who uses it. */
export const HEADER = 4;

/** States of more than 32 places are not worth keeping: only hostile sets have many of them. */
const MOST_END: number = HEADER + PLACE * 32;

/** Numbers that a record takes at most: one octet may find three places more than are allowed before it is seen. */
export const LONGEST_RECORD: number = MOST_END + PLACE * 3;

/** The places found. */
export const record: Int32Array = new Int32Array(LONGEST_RECORD);
export let recordEnd: number = HEADER;

/** The greatest rank that matched, whatever follows; and the greatest if the target ends here. */
export let best: number = NO_MATCH;
export let bestAtEnd: number = NO_MATCH;

let form: Uint8Array = new Uint8Array(0);
let width = 1;

/** Finds the places before the first octet, in the set at `offset` of `octets`. */
export function findFirst(octets: Uint8Array, offset: number): void {
  begin(octets, offset, NO_MATCH);
  enter(rootAt(form, offset), 0);
  bestAtEnd = Math.max(best, bestAtEnd);
}

/** Forgets the places found; `rank` is the greatest so far. */
export function begin(octets: Uint8Array, offset: number, rank: number): void {
  form = octets;
  width = octets[offset] as number;
  recordEnd = HEADER;
  best = rank;
  bestAtEnd = NO_MATCH;
}

/** Adds the places to which `octet` leads from those of `places`; false if there are too many. */
export function findNext(places: Int32Array, from: number, to: number, octet: number): boolean {
  for (let at = from; at < to && recordEnd <= MOST_END; at += PLACE) {
    step(places[at] as number, places[at + 1] as number, places[at + 2] as number, octet);
  }
  bestAtEnd = Math.max(best, bestAtEnd);
  return recordEnd <= MOST_END;
}

/** Takes the last place in a label out of the record and answers its octet; −1 if there is none. */
export function takeLabel(): number {
  let at = recordEnd - PLACE;
  while (at >= HEADER && (record[at + 1] as number) < LABEL) at -= PLACE;
  if (at < HEADER) return -1;
  const octet = form[record[at] as number] as number;
  record.copyWithin(at, at + PLACE, recordEnd);
  recordEnd -= PLACE;
  return octet;
}

function step(at: number, what: number, depth: number, octet: number): void {
  if (what >= LABEL) {
    if (form[at] === octet) arrive(at + 1, what - LABEL, depth + 1);
  } else if (what === CHILDREN) {
    const child = childAt(form, at, octet, width);
    if (child !== 0) enter(child, depth + 1);
  } else {
    const greatest = at + varintLength(form, at);
    if (what === STAR && varintAt(form, greatest) <= best) return;
    put(at, what, depth);
    if (what === STAR) enterSegments(greatest + varintLength(form, greatest), depth);
    else enterChain(at, depth);
    // What was put last is where the segments begin: it is left with this octet.
    recordEnd -= PLACE;
    step(record[recordEnd] as number, record[recordEnd + 1] as number, depth, octet);
  }
}

/** Arrives where the segments of a star begin, whose filter or chain is at `at`. */
function enterSegments(at: number, depth: number): void {
  if (form[at] === CHAIN) enterChain(at + 1, depth);
  else enter(at + 1 + filterLength(form[at] as number), depth);
}

function enterChain(at: number, depth: number): void {
  const length = varintAt(form, at);
  if (length === 0) enterSegments(at + 1, depth);
  else arrive(at + varintLength(form, at), length * LABEL + IN_CHAIN, depth);
}

/** Arrives before the label of `node`. */
function enter(node: number, depth: number): void {
  const { start, end, flags } = labelAt(form, node);
  arrive(start, (end - start) * LABEL + flags, depth);
}

/** Arrives in a label; or past it, where patterns end and a star and children follow. */
function arrive(from: number, what: number, depth: number): void {
  if (what >= LABEL) {
    put(from, what, depth);
    return;
  }
  if (what === IN_CHAIN) {
    if (!hasPlace(from)) put(from, CHAINED_STAR, depth + 1);
    return;
  }
  const { rank, endRank, star, children } = nodeEndAt(form, from, what, depth, width);
  best = Math.max(best, rank);
  bestAtEnd = Math.max(bestAtEnd, endRank);
  if (star >= 0 && !hasPlace(star)) put(star, STAR, depth + 1);
  if (children >= 0) put(children, CHILDREN, depth);
}

function hasPlace(offset: number): boolean {
  for (let at = HEADER; at < recordEnd; at += PLACE) if (record[at] === offset) return true;
  return false;
}

function put(at: number, what: number, depth: number): void {
  record[recordEnd] = at;
  record[recordEnd + 1] = what;
  record[recordEnd + 2] = depth;
  recordEnd += PLACE;
}
