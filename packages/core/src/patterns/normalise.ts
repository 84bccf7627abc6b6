/**
 * Normalizes the octets of patterns and targets before they are compared (RFC 9309 §2.2.2, RFC 3986 §2, §6.2.2). This
 * takes one pass and decodes nothing twice. There are two forms:
 *
 * - *plain*: escapes are in upper case, escapes of unreserved octets are decoded, and octets that a URI cannot
 *   contain raw are encoded. A reserved octet and its escape stay different.
 * - *folded*: like the plain form, but also decodes escapes of `! $ ' ( ) * , : ; @ [ ]` (RFC 9309 Figure 6), and
 *   escapes of `/` and `?` after the first raw `?` (Figure 4, second row). Escapes of `& = + #` are never decoded.
 */

import { hexValue, PERCENT, QUESTION } from '../bytes/octet.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';

// Classes of octets for normalizing.
/** Reserved octets and a `%` that begins no escape: a raw octet stays raw, and its escape stays an escape. */
const RESERVED = 0;
/** Unreserved octets (RFC 3986 §2.3): the raw octet and its escape are equivalent. */
const UNRESERVED = 1;
/** Reserved octets whose raw and escaped spellings are equivalent in the folded form. */
const FOLDING = 2;
/** `/` and `?`: as for {@link FOLDING}, but only after the first raw `?`. */
const FOLDING_IN_QUERY = 3;
/** Octets that a URI cannot contain raw: always escaped. */
const ENCODED = 4;

const CLASSES: Uint8Array = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(256).fill(ENCODED);
  const set = (octets: string, octetClass: number): void => {
    for (const octet of octets) table[octet.charCodeAt(0)] = octetClass;
  };
  set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~', UNRESERVED);
  set('&=+#%', RESERVED);
  set("!$'()*,:;@[]", FOLDING);
  set('/?', FOLDING_IN_QUERY);
  return table;
}

/** Whether normalizing would change a raw `octet`. For a `%`, this also depends on the octets that follow. */
export function isEncodedWhenRaw(octet: number): boolean {
  return CLASSES[octet] === ENCODED;
}

/** Whether the escape of `octet` stays an escape in both forms, in upper case. */
export function isSameInBothForms(octet: number): boolean {
  return CLASSES[octet] === ENCODED || CLASSES[octet] === RESERVED;
}

/** Whether the octet is unreserved (RFC 3986 §2.3), so that the raw octet and its escape are equivalent. */
export function isUnreserved(octet: number): boolean {
  return CLASSES[octet] === UNRESERVED;
}

/** Whether the folded form decodes the escape of a reserved octet. `isInQuery` is true after the first raw `?`. */
export function isFolded(octet: number, isInQuery: boolean): boolean {
  const octetClass = CLASSES[octet];
  return octetClass === FOLDING || (isInQuery && octetClass === FOLDING_IN_QUERY);
}

/** Whether the octets from `start` to `end` are already normalized, as most patterns and targets are. */
export function isNormal(octets: Uint8Array, start: number, end: number): boolean {
  return firstChange(octets, start, end) === end;
}

/** The index of the first raw `?` from `start` to `end`, or `end`. */
export function firstQuestion(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && octets[at] !== QUESTION) at++;
  return at;
}

/** The plain form of the octets from `start` to `end`; a view of `octets` if nothing changes. */
export function plainForm(octets: Uint8Array, start: number, end: number): Uint8Array {
  return normalise(octets, start, end, false, end);
}

/** The folded form. `question` is the offset of the first raw `?` in the whole pattern or target. */
export function foldedForm(octets: Uint8Array, start: number, end: number, question: number): Uint8Array {
  return normalise(octets, start, end, true, question);
}

function normalise(
  octets: Uint8Array,
  start: number,
  end: number,
  isFolded: boolean,
  question: number,
): Uint8Array {
  const changed = firstChange(octets, start, end);
  if (changed === end) return octets.subarray(start, end);
  const out = new Uint8Array(changed - start + (end - changed) * 3);
  out.set(octets.subarray(start, changed));
  let length = changed - start;
  for (let at = changed; at < end; at++) {
    const octet = octets[at] as number;
    const escaped = octet === PERCENT ? escapedOctet(octets, at, end) : -1;
    if (escaped >= 0) {
      length = writeEscape(out, length, escaped, isFolded, at > question);
      at += 2;
    } else if (CLASSES[octet] === ENCODED) {
      length = writeEscaped(out, length, octet);
    } else {
      out[length++] = octet;
    }
  }
  return out.slice(0, length);
}

/**
 * The offset of the first octet that normalizing may change, or `end`. Most patterns and targets have no such octet.
 */
function firstChange(octets: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && octets[at] !== PERCENT && CLASSES[octets[at] as number] !== ENCODED) at++;
  return at;
}

/** The octet that the escape at `at` encodes, or −1 if there is no escape. */
export function escapedOctet(octets: Uint8Array, at: number, end: number): number {
  if (at + 2 >= end) return -1;
  const high = hexValue(octets[at + 1]);
  const low = hexValue(octets[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function writeEscape(
  out: Uint8Array,
  length: number,
  octet: number,
  isFolded: boolean,
  isInQuery: boolean,
): number {
  const octetClass = CLASSES[octet];
  const isDecoded =
    octetClass === UNRESERVED ||
    (isFolded && octetClass === FOLDING) ||
    (isFolded && isInQuery && octetClass === FOLDING_IN_QUERY);
  if (!isDecoded) return writeEscaped(out, length, octet);
  out[length] = octet;
  return length + 1;
}

const UPPER_HEX = encodeUtf8('0123456789ABCDEF');

function writeEscaped(out: Uint8Array, length: number, octet: number): number {
  out[length] = PERCENT;
  out[length + 1] = UPPER_HEX[octet >> 4] as number;
  out[length + 2] = UPPER_HEX[octet & 15] as number;
  return length + 3;
}
