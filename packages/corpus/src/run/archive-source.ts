/** Archives where they are: files, and addresses of the web, read in ranges and resumed where a connection breaks. */
import { createReadStream, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { RunFailure } from './run-failure.ts';
import type { RunInput } from './run-plan.ts';

/** Octets of a file that are read at a time. */
const CHUNK = 1024 * 1024;

/** A connection is tried anew so many times in a row without an octet; then the run stops, and can be resumed. */
const RETRIES = 6;

/** Pauses double from this on, in milliseconds. */
const FIRST_PAUSE_MS = 250;

/** A server that asks for more patience is asked again after this, in seconds. */
const MOST_RETRY_AFTER = 60;

/** Addresses that are asked at a time. */
const ASKED_AT_ONCE = 16;

/** Statuses of failures that pass. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether an archive is named by an address. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** What a run has to know of its archives before it reads them. */
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

function fileInput(path: string): RunInput {
  const { size, mtimeMs } = statSync(path);
  return { path, size, modifiedMs: Math.floor(mtimeMs) };
}

async function addressInput(url: string): Promise<RunInput> {
  const { headers } = await answered(url, 'HEAD', {});
  const size = Number(headers.get('content-length') ?? Number.NaN);
  if (!Number.isSafeInteger(size)) {
    throw new RunFailure(`Cannot read ${url}: expected an answer with a Content-Length`);
  }
  const modified = Date.parse(headers.get('last-modified') ?? '');
  const entityTag = headers.get('etag');
  return {
    path: url,
    size,
    modifiedMs: Number.isNaN(modified) ? 0 : modified,
    ...(entityTag !== null && { entityTag }),
    takesRanges: headers.get('accept-ranges') === 'bytes',
  };
}

/** The octets of an archive from `from` on. */
export function openArchive(input: RunInput, from: number): AsyncIterable<Uint8Array> {
  if (isAddress(input.path)) return readAddress(input, from);
  return createReadStream(input.path, { start: from, highWaterMark: CHUNK });
}

/** A connection that breaks is made anew where it broke, if the archive is still the same. */
async function* readAddress(input: RunInput, from: number): AsyncGenerator<Uint8Array> {
  const { path: url, size } = input;
  let at = from;
  for (let failures = 0; at < size; ) {
    const range = at === 0 ? {} : { range: `bytes=${at}-` };
    const response = await answered(url, 'GET', range);
    requireSame(input, response, at);
    try {
      for await (const chunk of response.body ?? []) {
        at += chunk.length;
        failures = 0;
        yield chunk;
      }
    } catch (error) {
      if (failures >= RETRIES) throw failure(url, (error as Error).message);
    }
    if (at < size && failures++ >= RETRIES) throw failure(url, `it ended at octet ${at} of ${size}`);
    if (at < size) await setTimeout(FIRST_PAUSE_MS * 2 ** (failures - 1));
  }
}

function requireSame({ path, entityTag, size }: RunInput, response: Response, at: number): void {
  const now = response.headers.get('etag');
  const length = Number(response.headers.get('content-length') ?? size - at);
  const isSame = (entityTag === undefined || now === entityTag) && at + length === size;
  if (at > 0 && response.status !== 206)
    throw new RunFailure(`Cannot read ${path}: its server takes no ranges`);
  if (!isSame) throw new RunFailure(`Cannot go on with ${path}: it has changed since`);
}

/** An answer that is not a failure. Failures that may pass are tried again. */
async function answered(
  url: string,
  method: 'GET' | 'HEAD',
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  for (let failures = 0; ; failures++) {
    let reason: string;
    let pause = FIRST_PAUSE_MS * 2 ** failures;
    try {
      // Its octets are wanted as they are stored.
      const response = await fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
      if (response.ok) return response;
      await response.body?.cancel();
      reason = `the server answers ${response.status}`;
      if (!PASSING.has(response.status)) throw failure(url, reason);
      pause = Math.max(pause, retryAfterMs(response));
    } catch (error) {
      if (error instanceof RunFailure) throw error;
      reason = String(((error as Error).cause as Error | undefined)?.message ?? (error as Error).message);
    }
    if (failures >= RETRIES) throw failure(url, reason);
    await setTimeout(pause);
  }
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return seconds > 0 ? Math.min(seconds, MOST_RETRY_AFTER) * 1000 : 0;
}

function failure(url: string, reason: string): RunFailure {
  return new RunFailure(`Cannot read ${url}: ${reason}`);
}
