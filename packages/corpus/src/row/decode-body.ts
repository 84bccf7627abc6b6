/** Decodes the content codings of a capture's body (RFC 9110 §8.4), within limits. */

import * as zlib from 'node:zlib';
import { contentCodings, isText } from '@robots-exclusion/client/stored-answer';

/** A decoded body. */
export interface DecodedBody {
  /** The decoded octets, at most one more than the limit. */
  readonly octets: Uint8Array;
  /** Whether the body was longer than the limit, or the encoded body was truncated. */
  readonly isTruncated: boolean;
  /** Whether the body cannot be decoded. */
  readonly isBroken: boolean;
}

/**
 * Limit on the decoded body. A longer body is not a robots.txt, and a coding that expands a thousandfold must not fill
 * the memory.
 */
const MAX_DECODED = 64 * 1024 * 1024;

const MAX_CODINGS = 2;

/** Node's zlib has supported Zstandard since 22.15, but the types in this workspace are older. */
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: typeof zlib.gunzipSync };

/**
 * Decodes a payload. Many archives remove codings but keep the header field. Therefore, a payload that does not begin
 * as its stated coding requires is returned unchanged.
 */
export function decodeBody(
  payload: Uint8Array,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): DecodedBody {
  const field = headers['content-encoding'];
  if (field === undefined || payload.length === 0) return within(payload, maxBytes, false);
  const { codings, labels } = contentCodings(field);
  if (codings.length > MAX_CODINGS) return BROKEN;
  let decoded: DecodedBody = { octets: payload, isTruncated: false, isBroken: false };
  for (const coding of codings.toReversed()) {
    decoded = taken(decoded, coding);
    if (decoded.isBroken) return BROKEN;
  }
  return isText(decoded.octets, labels) ? within(decoded.octets, maxBytes, decoded.isTruncated) : BROKEN;
}

const BROKEN: DecodedBody = { octets: new Uint8Array(0), isTruncated: false, isBroken: true };

/**
 * Returns a plain `Uint8Array`, not a `Buffer`. The parser creates plain arrays from UTF-16, and V8 would compile code
 * twice if the code handled both kinds.
 */
function within(
  { buffer, byteOffset, length }: Uint8Array,
  maxBytes: number,
  isTruncated: boolean,
): DecodedBody {
  const isLonger = length > maxBytes;
  return {
    octets: new Uint8Array(buffer, byteOffset, isLonger ? maxBytes + 1 : length),
    isTruncated: isTruncated || isLonger,
    isBroken: false,
  };
}

function taken({ octets, isTruncated }: DecodedBody, coding: string): DecodedBody {
  if (!beginsAs(octets, coding)) {
    return isText(octets, [coding]) ? { octets, isTruncated, isBroken: false } : BROKEN;
  }
  const whole = attempt(octets, coding, false);
  if (whole) return { octets: whole, isTruncated, isBroken: false };
  const part = attempt(octets, coding, true);
  return part && part.length > 0 ? { octets: part, isTruncated: true, isBroken: false } : BROKEN;
}

function attempt(octets: Uint8Array, coding: string, isCut: boolean): Uint8Array | undefined {
  const flush = isCut ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {};
  const options = { maxOutputLength: MAX_DECODED, ...flush };
  try {
    if (coding === 'gzip' || coding === 'x-gzip') return zlib.gunzipSync(octets, options);
    if (coding === 'deflate') {
      return isZlib(octets) ? zlib.inflateSync(octets, options) : zlib.inflateRawSync(octets, options);
    }
    const brotliFlush = isCut ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {};
    if (coding === 'br')
      return zlib.brotliDecompressSync(octets, { maxOutputLength: MAX_DECODED, ...brotliFlush });
    if (coding === 'zstd' && !isCut) return zstdDecompressSync?.(octets, { maxOutputLength: MAX_DECODED });
  } catch {
    // The callers handle this case.
  }
  return undefined;
}

/** Whether the octets may have this coding. Codings that cannot be recognized by their first octets are tried. */
function beginsAs(octets: Uint8Array, coding: string): boolean {
  if (coding === 'gzip' || coding === 'x-gzip') return octets[0] === 0x1f && octets[1] === 0x8b;
  if (coding === 'zstd') return octets[0] === 0x28 && octets[1] === 0xb5;
  return !isText(octets, [coding]);
}

/** Whether the octets begin with a zlib header (RFC 1950 §2.2): method 8, and a header divisible by 31. */
function isZlib(octets: Uint8Array): boolean {
  const [first = 0, second = 0] = octets;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
