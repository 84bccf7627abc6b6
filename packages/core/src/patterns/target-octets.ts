/**
 * Reads the octets of a target without a `URL`, normalizing or allocation, if a client would send the target unchanged.
 * Nearly all URLs that crawlers check are of this kind. All other targets are left to `prepareTarget`.
 */

import { hexValue, PERCENT } from '../bytes/octet.ts';
import { encodeUtf8Into } from '../bytes/utf-8.ts';
import { isRobotsTxtPath } from './match.ts';
import { isEncodedWhenRaw, isSameInBothForms } from './normalise.ts';

/**
 * The maximum length of a target that is read here. Longer targets go through `prepareTarget`. The limit keeps the
 * scratch memory within 384 KiB.
 */
const LONGEST: number = 2 ** 17;

/**
 * The length from which `encodeInto` (46 ns plus 0.3 ns per character) is faster than a loop over `charCodeAt` (1.2 ns
 * per character).
 */
const LONG = 96;

/**
 * The path and query of the last target. All rule sets share it, and it is valid until the next target is read. It
 * takes three octets per character of the longest target so far.
 */
export const lastRead: { path: Uint8Array<ArrayBuffer> } = { path: new Uint8Array(3 * 4096) };

/**
 * Flags of octets. {@link FOREIGN} marks octets that do not occur in a normalized target; {@link ESCAPE} marks a `%`.
 */
const FOREIGN = 1;
/** A dot after a slash may begin a dot segment. The value of `DOT` equals the shifted flag of the slash before it. */
const DOT = 2;
const AFTER_SLASH = 4;
const ESCAPE = 8;
const FLAGS: Uint8Array = flags();

function flags(): Uint8Array {
  const table = new Uint8Array(256);
  for (let octet = 0; octet < 256; octet++) table[octet] = isEncodedWhenRaw(octet) ? FOREIGN : 0;
  table['#'.charCodeAt(0)] = FOREIGN;
  table['.'.charCodeAt(0)] = DOT;
  table['/'.charCodeAt(0)] = AFTER_SLASH;
  table[PERCENT] = ESCAPE;
  return table;
}

/** The octets of host names: letters, digits, `-` and `.`. */
const IN_HOST: Uint8Array = new Uint8Array(128);
for (const octet of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.') {
  IN_HOST[octet.charCodeAt(0)] = 1;
}

/**
 * Reads the path and query of `target` into {@link lastRead} and returns their length; 0 if the target must be
 * normalized or is not a target.
 */
export function readTarget(target: string): number {
  const start = startOfPath(target);
  const length = target.length - start;
  if (start < 0 || length > LONGEST) return 0;
  return target.length < LONG ? readShort(target, start, length) : readLong(target, start);
}

/** The offset of the path; −1 if only a URL parser can find it. */
export function startOfPath(target: string): number {
  if (target.charCodeAt(0) === 0x2f) return 0;
  if (
    target.charCodeAt(0) !== 0x68 ||
    target.charCodeAt(1) !== 0x74 ||
    target.charCodeAt(2) !== 0x74 ||
    target.charCodeAt(3) !== 0x70
  ) {
    return -1;
  }
  const colon = target.charCodeAt(4) === 0x73 ? 5 : 4;
  if (
    target.charCodeAt(colon) !== 0x3a ||
    target.charCodeAt(colon + 1) !== 0x2f ||
    target.charCodeAt(colon + 2) !== 0x2f
  ) {
    return -1;
  }
  const inHost = IN_HOST;
  let at = colon + 3;
  let character = target.charCodeAt(at);
  while (character < 128 && inHost[character] === 1) character = target.charCodeAt(++at);
  // If the last label ends with a letter, the host cannot be an IPv4 address.
  return character === 0x2f && target.charCodeAt(at - 1) > 0x40 ? at : -1;
}

function readShort(target: string, start: number, length: number): number {
  const { path } = lastRead;
  const flagsOf = FLAGS;
  let mask = FOREIGN | ESCAPE;
  let found = 0;
  let all = 0;
  for (let at = 0; at < length; at++) {
    const character = target.charCodeAt(start + at);
    path[at] = character;
    all |= character;
    const flag = flagsOf[character & 127] as number;
    found |= flag & mask;
    mask = FOREIGN | ESCAPE | (flag >> 1);
  }
  return all < 128 && isNormal(found, length) ? length : 0;
}

function readLong(target: string, start: number): number {
  const room = 3 * (target.length - start);
  if (lastRead.path.length < room) lastRead.path = new Uint8Array(room);
  const { path } = lastRead;
  const written = encodeUtf8Into(start === 0 ? target : target.slice(start), path);
  const flagsOf = FLAGS;
  let mask = FOREIGN | ESCAPE;
  let found = 0;
  for (let at = 0; at < written; at++) {
    const flag = flagsOf[path[at] as number] as number;
    found |= flag & mask;
    mask = FOREIGN | ESCAPE | (flag >> 1);
  }
  return isNormal(found, written) ? written : 0;
}

function isNormal(found: number, length: number): boolean {
  return found === 0 || (found === ESCAPE && haveSettledEscapes(length));
}

/** Whether every `%` in {@link lastRead} begins an upper-case escape that neither form decodes. */
function haveSettledEscapes(length: number): boolean {
  const { path } = lastRead;
  let syntax = 0;
  for (let at = 0; at < length && syntax >= 0; at++) syntax = syntaxAfter(syntax, path[at] as number);
  return isWholeAfter(syntax);
}

function upperHexValue(octet: number | undefined): number {
  return (octet as number) >= 0x61 ? -1 : hexValue(octet);
}

/** States of reading a target: after a slash; after `%`; after `%` and one hexadecimal digit, whose value is added. */
const SLASH_BEFORE = 1;
const PERCENT_BEFORE = 2;
const DIGIT_BEFORE = 16;

/**
 * Reads one octet of a target, with the same result as {@link readTarget}, which reads a whole target. Returns the
 * state to which `octet` leads from the state `syntax` (0 at the beginning); −1 if the target must be normalized.
 */
export function syntaxAfter(syntax: number, octet: number): number {
  if (syntax >= PERCENT_BEFORE) {
    const value = upperHexValue(octet);
    if (value < 0) return -1;
    if (syntax === PERCENT_BEFORE) return DIGIT_BEFORE + value;
    return isSameInBothForms((syntax - DIGIT_BEFORE) * 16 + value) ? 0 : -1;
  }
  const flag = FLAGS[octet];
  if (flag === FOREIGN || (flag === DOT && syntax === SLASH_BEFORE)) return -1;
  return flag === ESCAPE ? PERCENT_BEFORE : flag === AFTER_SLASH ? SLASH_BEFORE : 0;
}

/** Whether a target may end in the state `syntax`, that is, not within an escape. */
export function isWholeAfter(syntax: number): boolean {
  return syntax >= 0 && syntax < PERCENT_BEFORE;
}

/** Whether the target in {@link lastRead} is `/robots.txt`. */
export function isRobotsTxtRead(length: number): boolean {
  return isRobotsTxtPath(lastRead.path, length);
}
