/**
 * What a run needs to know about its archives before it reads them. The archives in a ZIP file, such as a WACZ (WACZ
 * 1.1.1 §5.2), are found by its directory, so that each is read in place, also in ranges from a URL.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Entry } from 'yauzl';
import { isAddress, openArchive } from './archive-source.ts';
import { RunFailure } from './run-failure.ts';
import type { RunInput } from './run-plan.ts';
import { addressInput } from './web-archive.ts';

/** The number of concurrent requests to URLs. */
const ASKED_AT_ONCE = 16;

/** The octets to read at once. The directory is read in many small parts. */
const WINDOW = 256 * 1024;

const ARCHIVE = /^archive\/.*[^/]$|\.warc(?:\.gz|\.zst)?$/i;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/** What a run needs to know about its archives before reading them. */
export async function inputsOf(paths: readonly string[]): Promise<readonly RunInput[]> {
  const inputs: (readonly RunInput[])[] = [];
  const waiting = [...paths.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next;
      const input = isAddress(path) ? await addressInput(path) : fileInput(path);
      inputs[index] = isZip(path) ? await archivesIn(input) : [input];
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane));
  return inputs.flat();
}

/** @throws {RunFailure} If the path is not a file. A pipe can be read only once, and its size is unknown. */
function fileInput(path: string): RunInput {
  const entry = statSync(path);
  if (!entry.isFile())
    throw new RunFailure(`Cannot read ${path} with --out: expected a file, not a pipe or a device`);
  return { path, size: entry.size, modifiedMs: Math.floor(entry.mtimeMs) };
}

/** Whether a file begins as a ZIP file does. For a URL, its name decides. */
export function isZip(path: string): boolean {
  if (isAddress(path)) return /\.(?:wacz|zip)$/i.test(new URL(path).pathname);
  if (!statSync(path).isFile()) return false;
  const file = openSync(path, 'r');
  const magic = Buffer.alloc(4);
  readSync(file, magic);
  closeSync(file);
  return magic.toString('latin1') === 'PK\x03\x04';
}

/** @returns The file itself if one of its archives, or its directory, cannot be read: it is then refused by name. */
async function archivesIn(container: RunInput): Promise<readonly RunInput[]> {
  const inputs: RunInput[] = [];
  try {
    for await (const { entry, start } of entriesOf(container)) {
      const {
        fileName,
        compressedSize: size,
        compressionMethod: method,
        generalPurposeBitFlag: flags,
      } = entry;
      if ((method !== STORED && method !== DEFLATED) || flags & ENCRYPTED) return [container];
      const within = { container, start, isDeflated: method === DEFLATED, checksum: entry.crc32 };
      inputs.push({ ...container, path: `${container.path}#${fileName}`, size, within });
    }
  } catch (error) {
    if (error instanceof RunFailure) throw error;
    return [container];
  }
  // Entries that share octets would be read again and again.
  const places = inputs.map(({ size, within: { start } = { start: 0 } }) => ({ start, end: start + size }));
  places.sort((a, b) => a.start - b.start);
  const isSound = places.every(
    ({ start }, at) => at === 0 || start >= (places[at - 1] as { end: number }).end,
  );
  return inputs.length > 0 && isSound ? inputs : [container];
}

async function* entriesOf(container: RunInput): AsyncGenerator<{ entry: Entry; start: number }> {
  const { RandomAccessReader, fromRandomAccessReaderPromise } = await import('yauzl');
  class Windows extends RandomAccessReader {
    #start = 0;
    #octets: Buffer = Buffer.alloc(0);

    override read(
      to: Buffer,
      at: number,
      length: number,
      from: number,
      done: (error: Error | null) => void,
    ): void {
      this.#reach(from, length).then(
        () =>
          done(this.#octets.copy(to, at, from - this.#start) < length ? new Error('The file ends') : null),
        done,
      );
    }

    async #reach(from: number, length: number): Promise<void> {
      if (from >= this.#start && from + length <= this.#start + this.#octets.length) return;
      const chunks: Uint8Array[] = [];
      const end = from + Math.max(length, WINDOW);
      for await (const chunk of openArchive(container, from, end)) chunks.push(chunk);
      this.#octets = Buffer.concat(chunks);
      this.#start = from;
    }
  }
  const file = await fromRandomAccessReaderPromise(new Windows(), container.size, { autoClose: false });
  const wanted: Entry[] = [];
  for await (const entry of file.eachEntry()) if (ARCHIVE.test(entry.fileName)) wanted.push(entry);
  for (const entry of wanted)
    yield { entry, start: (await file.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart };
}
