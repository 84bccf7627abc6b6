/**
 * Decompresses logs in gzip or Zstandard, recognized by their first octets (RFC 1952, RFC 8878). A file may contain
 * several members or frames in a row.
 */

import { Gunzip } from 'fflate';
import { Decompress } from 'fzstd';
import { MAGIC_BYTES, refuseForeignFile } from './foreign-file.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** The parts of a Node.js stream that this module uses. */
interface NativeStream extends AsyncIterable<Uint8Array> {
  readonly destroyed: boolean;
  write(chunk: Uint8Array): boolean;
  end(): void;
  destroy(error?: Error): void;
  on(event: 'drain' | 'close', listener: () => void): void;
  off(event: 'drain' | 'close', listener: () => void): void;
}

/** The parts of `node:zlib` that this module uses; browsers do not have `node:zlib`. */
interface NativeZlib {
  createGunzip(options: { chunkSize: number }): NativeStream;
  /** Available since Node.js 22.15. */
  createZstdDecompress?(options: { chunkSize: number }): NativeStream;
}

const host = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
const zlib = host.process?.getBuiltinModule?.('node:zlib') as NativeZlib | undefined;

const CHUNK_BYTES = 256 * 1024;
/** Input size per step of a decoder. If a file is damaged, at most the output of one step is lost. */
const PIECE_BYTES = 8 * 1024;

/** Reports a compressed file that is damaged or truncated. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
}

/**
 * The octets of a log: decompressed if they are compressed, and converted to UTF-8 if they are UTF-16.
 *
 * @throws {BrokenLogError} After the last octets that can be read.
 * @throws {ForeignFileError} If the file is in an unsupported format, such as bzip2.
 */
export async function* decompressed(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    const { head, rest } = await beginning(source, 4);
    if (startsWith(head, [0x1f, 0x8b])) yield* plain(gunzipped(rest));
    else if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) yield* plain(unzstd(rest));
    else yield* plain(rest);
  } finally {
    await source.return?.();
  }
}

/**
 * Passes on uncompressed octets, converted from UTF-16 if necessary, after checking that they are not an archive or
 * another unsupported file.
 */
async function* plain(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    const { head, rest } = await beginning(source, MAGIC_BYTES);
    refuseForeignFile(head);
    const encoding = utf16In(head);
    if (encoding === undefined) yield* rest;
    else yield* asUtf8(rest, encoding);
  } finally {
    await source.return?.();
  }
}

/**
 * The UTF-16 encoding, recognized by the byte order mark or by a zero in every other octet at the start; `undefined`
 * for other text.
 */
function utf16In(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  const sample = head.subarray(0, 64);
  if (sample.length < 8 || !sample.includes(0)) return undefined;
  const zeros = (parity: number): boolean => sample.every((octet, at) => at % 2 !== parity || octet === 0);
  if (zeros(1)) return 'utf-16le';
  return zeros(0) ? 'utf-16be' : undefined;
}

async function* asUtf8(chunks: Chunks, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

/**
 * Reads the first octets. `head` contains at least `least` octets unless the source is shorter; `rest` yields all
 * octets, including those in `head`.
 */
async function beginning(
  source: AsyncIterator<Uint8Array>,
  least: number,
): Promise<{ head: Uint8Array; rest: Chunks }> {
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < least) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield* first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return { head: Uint8Array.from(first.flatMap((chunk) => [...chunk.subarray(0, least)])), rest: rest() };
}

function startsWith(octets: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((octet, index) => octets[index] === octet);
}

async function* gunzipped(chunks: Chunks): AsyncGenerator<Uint8Array> {
  if (zlib) yield* throughNative(chunks, zlib.createGunzip({ chunkSize: CHUNK_BYTES }));
  else yield* throughPush(chunks, (take) => new Gunzip(take));
}

async function* unzstd(chunks: Chunks): AsyncGenerator<Uint8Array> {
  if (zlib?.createZstdDecompress)
    yield* throughNative(chunks, zlib.createZstdDecompress({ chunkSize: CHUNK_BYTES }));
  else yield* throughPush(chunks, (take) => new Decompress(take));
}

/**
 * Passes the chunks through a Node.js stream. If the consumer stops early, the stream is destroyed. Errors from the
 * chunks and from the stream both reach the consumer.
 */
async function* throughNative(chunks: Chunks, stream: NativeStream): AsyncGenerator<Uint8Array> {
  const writing = write(chunks, stream).catch((error: Error) => stream.destroy(error));
  try {
    yield* stream;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    throw /^Z(?:STD)?_/.test(code) ? new BrokenLogError(message) : error;
  } finally {
    stream.destroy();
    await writing;
  }
}

async function write(chunks: Chunks, stream: NativeStream): Promise<void> {
  for await (const chunk of chunks) {
    for (const piece of piecesOf(chunk)) {
      if (stream.destroyed) return;
      if (!stream.write(piece)) await drained(stream);
    }
  }
  stream.end();
}

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

function drained(stream: NativeStream): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      stream.off('drain', go);
      stream.off('close', go);
      resolve();
    };
    stream.on('drain', go);
    stream.on('close', go);
  });
}

interface Pushed {
  push(chunk: Uint8Array, isLast?: boolean): void;
}

async function* throughPush(
  chunks: Chunks,
  make: (take: (chunk: Uint8Array) => void) => Pushed,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const decoder = make((chunk) => {
    if (chunk.length > 0) ready.push(chunk);
  });
  try {
    for await (const chunk of chunks) {
      // A chunk of a decompression bomb can expand a thousandfold, so it is decoded in small pieces.
      for (const piece of piecesOf(chunk)) {
        pushed(decoder, piece, false);
        yield* ready.splice(0);
      }
    }
    pushed(decoder, new Uint8Array(0), true);
  } finally {
    // Yield the output before the damage, too.
    yield* ready.splice(0);
  }
}

function pushed(decoder: Pushed, octets: Uint8Array, isLast: boolean): void {
  try {
    decoder.push(octets, isLast);
  } catch (error) {
    throw new BrokenLogError((error as Error).message);
  }
}
