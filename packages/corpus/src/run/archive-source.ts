/** Opens archives, which are files or URLs. */
import { createReadStream, statSync } from 'node:fs';
import { RunFailure } from './run-failure.ts';
import type { RunInput } from './run-plan.ts';
import { addressInput, readAddress } from './web-archive.ts';

/** The number of octets per read from a file. */
const CHUNK = 1024 * 1024;

/** The number of concurrent requests to URLs. */
const ASKED_AT_ONCE = 16;

/** Whether the name of an archive is a URL. */
export function isAddress(path: string): boolean {
  return /^(?:https?|s3):\/\//i.test(path);
}

/** What a run needs to know about its archives before reading them. */
export async function inputsOf(paths: readonly string[]): Promise<readonly RunInput[]> {
  const inputs: RunInput[] = [];
  const waiting = [...paths.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next;
      inputs[index] = isAddress(path) ? await addressInput(path) : fileInput(path);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane));
  return inputs;
}

/** @throws {RunFailure} If the path is not a file. A pipe can be read only once, and its size is unknown. */
function fileInput(path: string): RunInput {
  const entry = statSync(path);
  if (!entry.isFile())
    throw new RunFailure(`Cannot read ${path} with --out: expected a file, not a pipe or a device`);
  return { path, size: entry.size, modifiedMs: Math.floor(entry.mtimeMs) };
}

/** The octets of an archive from `from` up to, but not including, `to`. */
export function openArchive(
  input: RunInput,
  from: number,
  to: number = Number.POSITIVE_INFINITY,
): AsyncIterable<Uint8Array> {
  if (isAddress(input.path)) return readAddress(input, from, to);
  const length = Math.min(input.size, to) - from;
  // A buffer larger than the rest of the file would waste memory.
  const highWaterMark = Math.min(CHUNK, Math.max(length, 1));
  return createReadStream(input.path, { start: from, end: to - 1, highWaterMark });
}

/** The octets of an archive that is read only once, from the start; "-" means standard input. */
export async function openOnce(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === '-') return process.stdin;
  // Without a start offset, pipes can also be read.
  return isAddress(path)
    ? readAddress(await addressInput(path), 0)
    : createReadStream(path, { highWaterMark: CHUNK });
}
