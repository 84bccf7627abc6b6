/** Converts a robots.txt body to octets: encodes strings, and decodes UTF-16 with a byte order mark. */

import { isLineEnd } from './octet.ts';
import { encodeUtf8, isOctets } from './utf-8.ts';

/** The body of a robots.txt as a caller passes it: exact octets, or text, which is encoded as UTF-8. */
export type Body = Uint8Array | string;

/** The encoding of a body as received. UTF-16 is recognized only by its byte order mark. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Replaces ill-formed parts of text that was decoded from UTF-16. `endsWithinUnit` is true if the octets end in the
 * middle of a code unit.
 */
export type Utf16Repair = (text: string, endsWithinUnit: boolean) => string;

export interface Octets {
  /** The octets up to the limit: UTF-8 as received, or UTF-8 converted from UTF-16. */
  readonly octets: Uint8Array;
  readonly encoding: Encoding;
  /** Whether the body exceeded the limit. If so, the octets end with the last line that fits, without its line end. */
  readonly isTruncated: boolean;
}

/**
 * The octets of `body` that are read under a limit of `maxBytes` (RFC 9309 §2.5).
 *
 * A `Uint8Array` is not copied: do not change it while the result is in use.
 *
 * @param decodesUtf16 If true or a repair function, a body with a UTF-16 byte order mark is decoded, and the function
 * repairs the text. If false, the octets stay unchanged.
 *
 * @throws {TypeError} If `body` is neither a string nor a `Uint8Array`.
 */
export function toOctets(body: Body, maxBytes: number, decodesUtf16: boolean | Utf16Repair = true): Octets {
  const whole = typeof body === 'string' ? encodeUtf8(body) : body;
  if (!isOctets(whole)) {
    throw new TypeError(`Cannot read the body: expected a string or a Uint8Array, got ${typeof body}`);
  }
  const isTruncated = whole.length > maxBytes;
  const read = isTruncated ? whole.subarray(0, maxBytes) : whole;
  const encoding = decodesUtf16 ? encodingOf(read) : 'utf-8';
  const octets = encoding === 'utf-8' ? read : decodeUtf16(read, encoding, decodesUtf16);
  return {
    octets:
      isTruncated && !isLineEndAt(whole, maxBytes, encoding)
        ? octets.subarray(0, endOfLastLine(octets))
        : octets,
    encoding,
    isTruncated,
  };
}

/** The length of a UTF-8 byte order mark at the start of `octets`: 3, or 0 if there is none. */
export function byteOrderMarkLength(octets: Uint8Array): number {
  return octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf ? 3 : 0;
}

function encodingOf(octets: Uint8Array): Encoding {
  if (octets[0] === 0xff && octets[1] === 0xfe) return 'utf-16le';
  if (octets[0] === 0xfe && octets[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Decodes UTF-16 without a `TextDecoder`, because the decoder of some runtimes supports only one byte order. */
function decodeUtf16(octets: Uint8Array, encoding: Encoding, repair: boolean | Utf16Repair): Uint8Array {
  const low = encoding === 'utf-16le' ? 0 : 1;
  let text = '';
  const units: number[] = [];
  for (let at = 2; at + 1 < octets.length; at += 2) {
    units.push((octets[at + 1 - low] as number) * 0x100 + (octets[at + low] as number));
    if (units.length === 0x1000) text += String.fromCharCode(...units.splice(0));
  }
  text += String.fromCharCode(...units);
  return encodeUtf8(typeof repair === 'function' ? repair(text, octets.length % 2 === 1) : text);
}

/**
 * Whether a line ends at `at`. A line that ends exactly at the limit is complete: to check this, one more octet (or
 * UTF-16 unit) is read.
 */
function isLineEndAt(octets: Uint8Array, at: number, encoding: Encoding): boolean {
  if (encoding === 'utf-8') return isLineEnd(octets[at]);
  const low = encoding === 'utf-16le' ? 0 : 1;
  return at % 2 === 0 && octets[at + 1 - low] === 0 && isLineEnd(octets[at + low]);
}

function endOfLastLine(octets: Uint8Array): number {
  let end = octets.length;
  while (end > 0 && !isLineEnd(octets[end - 1])) end--;
  return end;
}
