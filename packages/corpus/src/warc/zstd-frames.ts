/**
 * Reads the frames of a Zstandard file (RFC 8878) one by one. Common Crawl and the Internet Archive write one frame per
 * record. The first frame may be a skippable frame with the dictionary for all others (WARC-Zstandard 1.0).
 */
import { OctetQueue } from './octet-queue.ts';
import type { OnFault, Piece } from './piece.ts';
import { SearchBudget } from './search-budget.ts';
import { loadedZstd, zstdLibrary } from './zstd-library.ts';

/** The number of octets to request at once. */
const CHUNK = 1024 * 1024;

/** Limit on a frame, compressed or not. A larger frame cannot be a single record. */
const MAX_FRAME = 64 * 1024 * 1024;

/** The maximum content of one block (RFC 8878 §3.1.1.2.3). */
const MAX_BLOCK = 128 * 1024;

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const DICTIONARY = 0x184d2a5d;
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The flag of a frame that ends with a checksum of its content (RFC 8878 §3.1.1.1.1.5). */
const CHECKSUM = 4;

interface Frame {
  readonly length: number;
  /** The size of the content in octets; if the frame does not state it, the maximum content of its blocks. */
  readonly room: number;
  /** Whether the frame states the size of its content. */
  readonly isSized: boolean;
  readonly isSkippable: boolean;
}

/** @returns The pieces, in batches as they were read. */
export async function* zstdFrames(
  input: AsyncIterable<Uint8Array>,
  onFault: OnFault,
): AsyncGenerator<Piece[]> {
  const queue = new OctetQueue(input);
  try {
    const reader = new FrameReader(await zstdLibrary());
    const budget = new SearchBudget();
    for (let wanted = CHUNK; ; ) {
      await queue.want(wanted);
      const pieces = framesThere(queue, reader, budget, onFault);
      if (pieces.length > 0) yield pieces;
      wanted = Math.max(CHUNK, queue.octets.length * 2);
      const isTooLong = queue.octets.length > MAX_FRAME;
      if (isTooLong || (queue.isEnded && queue.octets.length > 0)) {
        const message = isTooLong
          ? 'A Zstandard frame has more than 64 MiB: expected a frame for each record; zstd -d converts it to a plain WARC file'
          : 'The file ends within a Zstandard frame';
        onFault({ code: isTooLong ? 'damaged-member' : 'cut-short', offset: queue.offset, message });
        queue.drop(distanceToNext(queue.octets, budget.spend(queue.octets.length, queue.offset)));
      }
      if (queue.isEnded && queue.octets.length === 0) return;
    }
  } finally {
    await queue.close();
  }
}

function framesThere(
  queue: OctetQueue,
  reader: FrameReader,
  budget: SearchBudget,
  onFault: OnFault,
): Piece[] {
  const { octets, offset } = queue;
  const pieces: Piece[] = [];
  let at = 0;
  while (at < octets.length) {
    const frame = frameAt(octets, at);
    if (frame === undefined) break;
    const isFrame = 'isSized' in frame;
    const failure = isFrame ? readInto(pieces, octets, at, frame, offset, reader) : frame.failure;
    if (failure !== undefined) {
      onFault({ code: 'damaged-member', offset: offset + at, message: failure });
      at += distanceToNext(octets.subarray(at), budget.spend(frame.length, offset + at));
    } else at += frame.length;
  }
  queue.drop(at);
  return pieces;
}

/** @returns The fault of the frame; undefined if there is none. */
function readInto(
  pieces: Piece[],
  octets: Buffer,
  at: number,
  { length, room, isSkippable }: Frame,
  offset: number,
  reader: FrameReader,
): string | undefined {
  if (isSkippable && octets.readUInt32LE(at) !== DICTIONARY) return undefined;
  if (room > MAX_FRAME) return `A Zstandard frame holds ${room} octets`;
  try {
    if (isSkippable) {
      reader.useDictionary(octets.subarray(at + 8, at + length));
      return undefined;
    }
    const content = reader.read(octets.subarray(at, at + length), room);
    const whole = Buffer.from(content.buffer, content.byteOffset, content.length);
    const isUnchecked = ((octets[at + 4] as number) & CHECKSUM) === 0;
    pieces.push({
      octets: whole,
      offset: offset + at,
      begins: true,
      ends: true,
      isPlain: false,
      isUnchecked,
    });
    return undefined;
  } catch (error) {
    // A frame states the id of its dictionary (RFC 8878 §3.1.1.1.1.3).
    const needsDictionary = !isSkippable && ((octets[at + 4] as number) & 3) !== 0;
    if (needsDictionary)
      return 'A Zstandard frame needs another dictionary than the one before it in the file, or there is none';
    return `A Zstandard frame is damaged: ${(error as Error).message}`;
  }
}

/** Octets that are not a frame, and how many of them were examined. */
interface NoFrame {
  readonly failure: string;
  readonly length: number;
}

/**
 * The frame that begins at `start`; undefined if it continues beyond the available octets; the reason if there is no
 * frame (RFC 8878 §3).
 */
function frameAt(octets: Buffer, start: number): Frame | NoFrame | undefined {
  if (start + 8 > octets.length) return undefined;
  const magic = octets.readUInt32LE(start);
  if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
    const length = 8 + octets.readUInt32LE(start + 4);
    return start + length > octets.length ? undefined : { length, room: 0, isSized: true, isSkippable: true };
  }
  if (magic !== FRAME) return { failure: 'Expected a Zstandard frame', length: 1 };
  const descriptor = octets[start + 4] as number;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeOctets = sizeFlag === 0 ? Number(isSingle) : 1 << sizeFlag;
  const sizeStart = start + 5 + Number(!isSingle) + ([0, 1, 2, 4][descriptor & 3] as number);
  let at = sizeStart + sizeOctets;
  if (at > octets.length) return undefined;
  const contentSize = sizeOctets === 0 ? undefined : readSize(octets, sizeStart, sizeOctets);
  let blocks = 0;
  for (let isLast = false; !isLast; ) {
    if (at + 3 > octets.length) return undefined;
    const header = octets.readUIntLE(at, 3);
    isLast = (header & 1) === 1;
    const type = (header >> 1) & 3;
    if (type === 3)
      return { failure: 'A block of a Zstandard frame has a reserved type', length: at - start };
    // A raw or repeated block has as many octets of content as it states.
    blocks += type === 2 ? MAX_BLOCK : header >> 3;
    at += 3 + (type === 1 ? 1 : header >> 3);
  }
  if (descriptor & CHECKSUM) at += 4;
  if (at > octets.length) return undefined;
  const isSized = contentSize !== undefined;
  const room = contentSize ?? Math.min(blocks, MAX_FRAME);
  return { length: at - start, room, isSized, isSkippable: false };
}

export function beginsFrame(octets: Uint8Array): boolean {
  return MAGIC.every((octet, at) => octets[at] === octet);
}

/**
 * The content of all frames. The library must be loaded.
 *
 * @throws {Error} With the codes of zlib: `Z_BUF_ERROR` if the last frame is incomplete, `ERR_BUFFER_TOO_LARGE` if the
 * content is larger than `most`.
 */
export function decodeZstd(coded: Uint8Array, most: number): Uint8Array {
  const octets = Buffer.from(coded.buffer, coded.byteOffset, coded.length);
  const library = loadedZstd();
  if (!library) throw new Error('The Zstandard library is not loaded');
  const parts: Uint8Array[] = [];
  let left = most;
  for (let at = 0; at < octets.length; ) {
    const frame = frameAt(octets, at);
    if (frame === undefined) throw Object.assign(new Error('A frame is incomplete'), { code: 'Z_BUF_ERROR' });
    if ('failure' in frame) throw new Error(frame.failure);
    if (!frame.isSkippable) {
      const part = frameContent(library, octets.subarray(at, at + frame.length), frame, left);
      left -= part.length;
      parts.push(part);
    }
    at += frame.length;
  }
  return Buffer.concat(parts);
}

function frameContent(
  { decompress }: Library,
  octets: Buffer,
  { room, isSized }: Frame,
  most: number,
): Uint8Array {
  try {
    if (room <= most || !isSized) return decompress(octets, { defaultHeapSize: Math.min(room, most) });
  } catch (error) {
    if (room <= most) throw error;
  }
  throw Object.assign(new Error('The content is too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
}

function readSize(octets: Buffer, at: number, length: number): number {
  if (length === 8) return Number(octets.readBigUInt64LE(at));
  return octets.readUIntLE(at, length) + (length === 2 ? 256 : 0);
}

function distanceToNext(octets: Buffer, from: number): number {
  const next = octets.indexOf(MAGIC, from);
  return next < 0 ? octets.length : next;
}

/**
 * Decompresses frames by the dictionary that precedes them. A file to which another one was appended has several.
 */
class FrameReader {
  readonly #library: Library;
  readonly #context: ReturnType<Library['createDCtx']>;
  #dictionary: Uint8Array | undefined;

  constructor(library: Library) {
    this.#library = library;
    this.#context = library.createDCtx();
  }

  /** @param stored The content of a frame with a dictionary, which may itself be a Zstandard frame. */
  useDictionary(stored: Buffer): void {
    this.#dictionary = undefined;
    const coded = beginsFrame(stored) ? frameAt(stored, 0) : undefined;
    const defaultHeapSize = coded && 'room' in coded ? coded.room : MAX_BLOCK;
    this.#dictionary = beginsFrame(stored)
      ? this.#library.decompress(stored, { defaultHeapSize })
      : Uint8Array.from(stored);
  }

  read(frame: Uint8Array, defaultHeapSize: number): Uint8Array {
    const dictionary = this.#dictionary;
    if (!dictionary) return this.#library.decompress(frame, { defaultHeapSize });
    return this.#library.decompressUsingDict(this.#context, frame, dictionary, { defaultHeapSize });
  }
}

type Library = Awaited<ReturnType<typeof zstdLibrary>>;
