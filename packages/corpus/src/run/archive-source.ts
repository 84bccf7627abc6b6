/** Opens archives, which are files or URLs. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { NotWarcError } from '../warc/piece.ts';
import type { RunInput } from './run-plan.ts';
import { readAddress } from './web-archive.ts';

/** The number of octets per read from a file. */
const CHUNK = 1024 * 1024;

/** Whether the name of an archive is a URL. */
export function isAddress(path: string): boolean {
  return /^(?:https?|s3):\/\//i.test(path);
}

/** The octets of an archive from `from` up to, but not including, `to`. */
export function openArchive(
  input: RunInput,
  from: number,
  to: number = Number.POSITIVE_INFINITY,
): AsyncIterable<Uint8Array> {
  const { within } = input;
  if (within) return openWithin({ ...input, within }, from, Math.min(to, input.size));
  if (isAddress(input.path)) return readAddress(input, from, to);
  const length = Math.min(input.size, to) - from;
  // A buffer larger than the rest of the file would waste memory.
  const highWaterMark = Math.min(CHUNK, Math.max(length, 1));
  return createReadStream(input.path, { start: from, end: to - 1, highWaterMark });
}

/** A compressed archive is read from its start, because it has only one stretch. */
async function* openWithin(
  { size, within }: RunInput & Required<Pick<RunInput, 'within'>>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const { container, start, isDeflated, checksum } = within;
  if (from >= to) return;
  const stored = openArchive(container, start + from, start + to);
  let found = 0;
  try {
    for await (const chunk of isDeflated ? pipeline(stored, createInflateRaw(), () => {}) : stored) {
      found = crc32(chunk, found);
      yield chunk;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new NotWarcError(`The ZIP file is damaged here: ${(error as Error).message}`);
  }
  if (from === 0 && to === size && found !== checksum)
    throw new NotWarcError('The ZIP file is damaged here: its checksum differs');
}

/** The octets of an archive that is read only once, from the start; "-" means standard input. */
export function openOnce(path: string): AsyncIterable<Uint8Array> {
  // Without a start offset, pipes can also be read.
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
}
