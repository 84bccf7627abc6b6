/**
 * Decodes content codings (RFC 9110 §8.4) of a body as a stream. The reader pulls the output, so a decompression bomb
 * inflates only as far as it is read. The input is also bounded, so a coding that yields no output cannot run forever.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { broken, unknownCoding } from './content-codings.ts';
import { FetchFailure } from './fetch-failure.ts';

/** The maximum number of stacked codings; one is enough in practice. */
const maxCodings = 2;

/** Node's zlib has Zstandard since 22.15; its types in this workspace are older. */
const createZstdDecompress = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

export const acceptEncoding: string = createZstdDecompress ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

/**
 * Decodes a body. If the reader stops early, so does the decoding. Reading rejects with a {@link FetchFailure} if a
 * coding is unknown, the data is broken or truncated, or the input exceeds `maxInputBytes`.
 */
export function decode(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  maxInputBytes: number,
): AsyncIterable<Uint8Array> {
  if (codings.length === 0) return body;
  if (codings.length > maxCodings) throw broken(`${codings.length} content codings`);
  return decodeStreaming(body, codings, maxInputBytes);
}

async function* decodeStreaming(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  maxInputBytes: number,
): AsyncGenerator<Uint8Array> {
  const input = body[Symbol.asyncIterator]();
  const first = await firstOctets(input);
  // Many servers state a content coding even for an empty body, which needs no decoding.
  if (first === undefined) return;
  let decoded: AsyncIterable<Uint8Array> = resume(first, input);
  for (const [index, coding] of codings.toReversed().entries()) {
    const decoder = decoderFor(coding, index === 0 ? first : undefined);
    const source = Readable.from(bounded(decoded, maxInputBytes), { objectMode: false });
    // The callback ignores errors, because the pipeline also destroys the decoder with the error, which the reader
    // receives from there.
    decoded = pipeline(source, decoder, () => {}) as AsyncIterable<Uint8Array>;
  }
  try {
    yield* decoded;
  } catch (error) {
    throw error instanceof FetchFailure
      ? error
      : broken(error instanceof Error ? error.message : String(error));
  }
}

async function firstOctets(input: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await input.next();
    if (done) return undefined;
    if (value.byteLength > 0) return value;
  }
}

async function* resume(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * The size of the pieces that the decoder receives. The input is counted by piece, so that the rest of a large chunk
 * does not count until the decoder needs it.
 */
const pieceBytes = 16_384;

async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      if (bytes > maxBytes) throw broken(`more than ${maxBytes} coded octets without an end`);
      const piece = chunk.subarray(at, at + pieceBytes);
      bytes += piece.byteLength;
      yield piece;
    }
  }
}

function decoderFor(coding: string, first: Uint8Array | undefined): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGunzip();
  if (coding === 'br') return zlib.createBrotliDecompress();
  if (coding === 'deflate') return inflateFor(first);
  if (coding === 'zstd' && createZstdDecompress) return createZstdDecompress();
  throw unknownCoding(coding);
}

/**
 * The decoder for `deflate`, which should be in zlib's format, but some servers send raw deflate. In zlib's format, the
 * low four bits of the first octet are 8 (RFC 1950).
 */
function inflateFor(first: Uint8Array | undefined): Transform {
  const isBare = first !== undefined && (first[0]! & 0x0f) !== 8;
  return isBare ? zlib.createInflateRaw() : zlib.createInflate();
}
