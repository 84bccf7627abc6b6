/** The formats of archives: gzip, Zstandard or uncompressed. Their first octets distinguish them. */
import { foreignForm } from './foreign-form.ts';
import { gzipMembers, holdsRecord } from './gzip-members.ts';
import { NotWarcError, type OnFault, type Piece } from './piece.ts';
import type { Stretch } from './stretch.ts';
import { zstdFrames } from './zstd-frames.ts';

/**
 * The pieces of an archive, or of a stretch of one.
 *
 * @param isReleased Whether pieces may be overwritten once the next ones are requested.
 */
export async function* piecesOf(
  input: AsyncIterable<Uint8Array>,
  onFault: OnFault,
  stretch: Stretch,
  isReleased: boolean,
): AsyncGenerator<Piece[]> {
  if (stretch.from > 0) return yield* gzipMembers(input, onFault, isReleased, stretch);
  const iterator = input[Symbol.asyncIterator]();
  const { first, rest } = await beginning(iterator);
  if (first.length === 0) return;
  const known = formOf(first);
  const foreign = known ? undefined : foreignForm(first);
  if (foreign !== undefined) throw new NotWarcError(`This is not a WARC file but ${foreign}`);
  const { form, at } = known ?? laterForm(first);
  if (form === 'gzip') yield* gzipMembers(rest, onFault, isReleased);
  else if (form === 'zstd') yield* zstdFrames(rest, onFault);
  else {
    if (at > 0)
      onFault({ code: 'unknown-octets', offset: 0, message: 'Expected a record that begins with "WARC/"' });
    yield* plainPieces(rest, at);
  }
}

type Form = 'gzip' | 'zstd' | 'plain';

/** The format, determined by the archive's first octets. */
function formOf(octets: Buffer): { readonly form: Form; readonly at: 0 } | undefined {
  const magic = octets.readUInt32LE(0);
  if ((magic & 0xffffff) === 0x088b1f) return { form: 'gzip', at: 0 };
  if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return { form: 'zstd', at: 0 };
  return 'WARC/'.startsWith(octets.toString('latin1', 0, 5)) ? { form: 'plain', at: 0 } : undefined;
}

/** The number of octets that show the format. */
const LEAST = 4;

/** The number of octets to search for a first record. */
const SEARCHED = 1024 * 1024;

/** The number of positions to try that look like the start of a member. */
const MOST_TRIES = 1_000;

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const RECORD = Buffer.from('\r\nWARC/1.');

/**
 * The format of an archive whose beginning is damaged, taken from the first record after the damage. If no record
 * follows, the input is treated as uncompressed, and the record reader rejects its beginning.
 */
function laterForm(octets: Buffer): { readonly form: Form; readonly at: number } {
  let gzip = octets.indexOf(GZIP);
  for (let tries = 0; gzip >= 0 && !holdsRecord(octets, gzip); tries++) {
    gzip = tries < MOST_TRIES ? octets.indexOf(GZIP, gzip + 1) : -1;
  }
  const record = octets.indexOf(RECORD);
  const found: [Form, number][] = [
    ['gzip', gzip],
    ['zstd', octets.indexOf(ZSTD)],
    ['plain', record < 0 ? record : record + 2],
  ];
  const [nearest] = found.filter(([, at]) => at >= 0).sort(([, a], [, b]) => a - b);
  return nearest ? { form: nearest[0], at: nearest[1] } : { form: 'plain', at: 0 };
}

/**
 * Reads the first four octets or, if they do not show the format, up to a megabyte. `rest` yields all octets from the
 * start, including those in `first`.
 */
async function beginning(
  iterator: AsyncIterator<Uint8Array>,
): Promise<{ first: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let wanted = LEAST; length < wanted; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (wanted === LEAST && length >= LEAST && !formOf(Buffer.concat(chunks))) wanted = SEARCHED;
  }
  const first = Buffer.concat(chunks);
  if (first.length > 0 && first.length < LEAST)
    throw new NotWarcError(`This is not a WARC file: it has ${first.length} octets`);
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      yield first;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { first, rest: rest() };
}

/** @param from The offset of the first octet to return, which is in the first chunk. */
async function* plainPieces(input: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Piece[]> {
  let offset = 0;
  for await (const chunk of input) {
    const start = Math.max(0, from - offset);
    const octets = Buffer.from(chunk.buffer, chunk.byteOffset + start, chunk.length - start);
    yield [{ octets, offset: offset + start, begins: false, ends: false, isPlain: true, isUnchecked: true }];
    offset += chunk.length;
  }
}
