/** Removes the codings of a capture's body (RFC 9110 §8.4, RFC 9112 §7), within limits. */
import * as zlib from 'node:zlib';
import { contentCodings, isText } from '@robots-exclusion/client/stored-answer';
import { beginsFrame, decodeZstd } from '../warc/zstd-frames.ts';
import { loadedZstd } from '../warc/zstd-library.ts';

export interface DecodedBody {
  readonly octets: Uint8Array;
  /** Whether the body was longer than the limit, or the encoded body was truncated. */
  readonly isTruncated: boolean;
  /** Whether the encoded body ends too early. `octets` has what precedes the end. */
  readonly isShort?: boolean;
  /** Why there are no octets. */
  readonly lost?: Lost;
}

/** The body is damaged, or ends before its first octet, or is not read by this program. */
type Lost = 'broken' | 'short' | Unread;

/** Why this program does not read a body. */
type Unread = `here/${string}`;

/**
 * Limit on the decoded body. A longer body is not a robots.txt, and a coding that expands a thousandfold must not fill
 * the memory.
 */
const MAX_DECODED = 16 * 1024 * 1024;

/** The coded octets that inflate to at most {@link MAX_DECODED} octets; DEFLATE expands by up to 1,032. */
const MAX_CODED = Math.floor(MAX_DECODED / 1032);

const MAX_CODINGS = 2;

/**
 * Decodes a payload. Many archives remove codings but keep the header fields. Therefore, a payload that does not begin
 * as its stated coding requires is returned unchanged.
 */
export function decodeBody(
  payload: Uint8Array,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): DecodedBody {
  const field = headers['content-encoding'];
  const transfer = headers['transfer-encoding'];
  if ((field ?? transfer) === undefined || payload.length === 0) return within(payload, maxBytes, {});
  const content = contentCodings(field);
  const transferred = contentCodings(transfer);
  // Transfer codings were applied last. Chunks are already removed.
  const codings = [...content.codings, ...transferred.codings];
  if (codings.length > MAX_CODINGS) return lostAs('here/many-codings');
  let decoded: Decoded = { octets: payload };
  for (const coding of codings.toReversed()) {
    const next = taken(decoded, coding);
    if (typeof next === 'string') return lostAs(next);
    decoded = next;
  }
  const { labels } = content;
  if (!isText(decoded.octets, labels)) return lostAs(unreadCoding(labels[0] as string));
  return within(decoded.octets, maxBytes, decoded);
}

interface Decoded {
  readonly octets: Uint8Array;
  /** Whether the coded octets end too early. */
  readonly isShort?: boolean;
  /** Whether the decoded octets are longer than the limit. */
  readonly isCut?: boolean;
}

function lostAs(lost: Lost): DecodedBody {
  return { octets: new Uint8Array(0), isTruncated: false, lost };
}

function unreadCoding(coding: string): Unread {
  return `here/coding-${/^[a-z0-9-]{1,24}$/.test(coding) ? coding : 'unknown'}`;
}

/**
 * Returns a plain `Uint8Array`, not a `Buffer`. The parser creates plain arrays from UTF-16, and V8 would compile code
 * twice if the code handled both kinds.
 */
function within(
  { buffer, byteOffset, length }: Uint8Array,
  maxBytes: number,
  { isShort, isCut }: Partial<Decoded>,
): DecodedBody {
  const isLonger = length > maxBytes;
  return {
    octets: new Uint8Array(buffer, byteOffset, isLonger ? maxBytes + 1 : length),
    isTruncated: isShort === true || isCut === true || isLonger,
    // What is missing is beyond the limit.
    ...(isShort && !isLonger && { isShort }),
  };
}

function taken(before: Decoded, coding: string): Decoded | Lost {
  const { octets } = before;
  if (!beginsAs(octets, coding)) return isText(octets, [coding]) ? before : unlike(coding);
  const decode = decoderOf(coding);
  if (!decode) return unreadCoding(coding);
  try {
    return { ...before, octets: decode(octets, false) };
  } catch (error) {
    return partOf(before, decode, (error as NodeJS.ErrnoException).code === TOO_LARGE);
  }
}

/** The body is not in the stated coding, and is not text. A coding that is not read may be damaged or not. */
function unlike(coding: string): Lost {
  return decoderOf(coding) ? 'broken' : unreadCoding(coding);
}

const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
const TOO_SHORT = 'Z_BUF_ERROR';

/** What can be decoded of a body that is too long, or ends early. */
function partOf(before: Decoded, decode: Decoder, isLarge: boolean): Decoded | Lost {
  const coded = isLarge ? before.octets.subarray(0, MAX_CODED) : before.octets;
  try {
    const octets = decode(coded, true);
    if (octets.length === 0) return isLarge ? 'here/decoded-size' : 'short';
    return { ...before, octets, ...(isLarge ? { isCut: true } : { isShort: true }) };
  } catch (error) {
    if (isLarge) return 'here/decoded-size';
    return (error as NodeJS.ErrnoException).code === TOO_SHORT ? 'short' : 'broken';
  }
}

type Decoder = (octets: Uint8Array, isCut: boolean) => Uint8Array;

const { constants } = zlib;

function flushing(isCut: boolean): zlib.ZlibOptions {
  return { maxOutputLength: MAX_DECODED, ...(isCut && { finishFlush: constants.Z_SYNC_FLUSH }) };
}

const gunzip: Decoder = (octets, isCut) => zlib.gunzipSync(octets, flushing(isCut));

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (octets, isCut) =>
    (isZlib(octets) ? zlib.inflateSync : zlib.inflateRawSync)(octets, flushing(isCut)),
  br: (octets, isCut) =>
    zlib.brotliDecompressSync(octets, {
      maxOutputLength: MAX_DECODED,
      ...(isCut && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    }),
  zstd: (octets) => decodeZstd(octets, MAX_DECODED),
};

function decoderOf(coding: string): Decoder | undefined {
  return coding === 'zstd' && !loadedZstd() ? undefined : DECODERS[coding];
}

/** Whether the octets may have this coding. Codings that cannot be recognized by their first octets are tried. */
function beginsAs(octets: Uint8Array, coding: string): boolean {
  if (coding === 'gzip' || coding === 'x-gzip') return octets[0] === 0x1f && octets[1] === 0x8b;
  if (coding === 'zstd') return beginsFrame(octets);
  return !isText(octets, [coding]);
}

/** Whether the octets begin with a zlib header (RFC 1950 §2.2): method 8, and a header divisible by 31. */
function isZlib(octets: Uint8Array): boolean {
  const [first = 0, second = 0] = octets;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
