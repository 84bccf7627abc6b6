/** Reads and decodes the body of one response, up to a limit. */

import { childController, within } from '../within.ts';
import { contentCodings, requireText } from './content-codings.ts';
import { decode } from './decode.ts';
import { FetchFailure, failureOf } from './fetch-failure.ts';
import type { Limits } from './limits.ts';

/** The octets that were read. */
export interface ReadBody {
  octets: Uint8Array;
  /** Whether the body continued. If so, `octets` contains one octet more than `maxBytes`. */
  isTruncated: boolean;
}

/** A body as delivered by a transport. */
export type RawBody = AsyncIterable<Uint8Array> | Uint8Array;

/** The number of octets that streams read ahead of their reader, plus a margin. */
const readAheadBytes = 262_144;

/**
 * The number of coded octets that may be read before the decoded limit is reached. Incompressible data grows by only 5
 * octets in 64 KiB, so a coding that needs twice the limit is hostile.
 */
function maxCodedBytes(maxBytes: number): number {
  return maxBytes * 2 + readAheadBytes;
}

/**
 * Reads at most `maxBytes` + 1 decoded octets, and cancels the rest.
 *
 * @throws {FetchFailure} If the body ends early, stalls, cannot be decoded, or differs from its Content-Length.
 * @throws The signal's reason when it is aborted.
 */
export async function readBody(
  body: RawBody,
  headers: Readonly<Record<string, string>>,
  limits: Limits,
  signal: AbortSignal,
): Promise<ReadBody> {
  const { controller, unlink } = childController(signal);
  const { codings, labels } = contentCodings(headers['content-encoding']);
  const raw = watched(body, announcedLength(headers), limits.bodyTimeoutMs, controller.signal);
  try {
    const read = await collect(decode(raw, codings, maxCodedBytes(limits.maxBytes)), limits.maxBytes + 1);
    requireText(read.octets, labels);
    return read;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, 'body');
  } finally {
    // Ends a read that may still be pending upstream of the decoder.
    controller.abort();
    unlink();
  }
}

/** Cancels an unread body without waiting, because a hanging body may never respond. */
export function discardBody(body: RawBody | undefined): void {
  if (body === undefined || body === null || body instanceof Uint8Array) return;
  try {
    Promise.resolve(body[Symbol.asyncIterator]().return?.()).catch(() => {});
  } catch {
    // If a body cannot be cancelled, aborting the signal still ends the hop.
  }
}

const firstCapacity = 8192;

/**
 * Copies the octets while reading, because a transport may reuse its buffers, and a body of tiny chunks must not cost
 * one object per chunk.
 */
async function collect(decoded: AsyncIterable<Uint8Array>, cap: number): Promise<ReadBody> {
  let octets = new Uint8Array(Math.min(firstCapacity, cap));
  let bytes = 0;
  for await (const chunk of decoded) {
    const part = chunk.subarray(0, cap - bytes);
    octets = withRoomFor(octets, bytes + part.byteLength, cap);
    octets.set(part, bytes);
    bytes += part.byteLength;
    if (bytes >= cap) return { octets, isTruncated: true };
  }
  return { octets: octets.slice(0, bytes), isTruncated: false };
}

function withRoomFor(octets: Uint8Array<ArrayBuffer>, bytes: number, cap: number): Uint8Array<ArrayBuffer> {
  if (bytes <= octets.byteLength) return octets;
  const larger = new Uint8Array(Math.min(cap, Math.max(bytes, octets.byteLength * 2)));
  larger.set(octets);
  return larger;
}

/**
 * The Content-Length, which is the length of the coded body (RFC 9110 §8.6). Undefined with a Transfer-Encoding, which
 * makes Content-Length meaningless (RFC 9112 §6.3).
 */
function announcedLength(headers: Readonly<Record<string, string>>): number | undefined {
  const length = headers['content-length'];
  if (length === undefined || !/^\d+$/.test(length) || headers['transfer-encoding'] !== undefined)
    return undefined;
  return Number(length);
}

/**
 * Passes on the raw body, rejects if it stalls or is aborted, and checks its length. Closes the body when the reader
 * stops.
 */
async function* watched(
  body: RawBody,
  announced: number | undefined,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : chunksOf(body, idleMs, signal)) {
    if (!(chunk instanceof Uint8Array)) throw brokenBody('a chunk that is not a Uint8Array');
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (announced !== undefined && bytes !== announced) {
    throw brokenBody(`${bytes} octets, but Content-Length announced ${announced}`);
  }
}

async function* chunksOf(
  body: AsyncIterable<Uint8Array>,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await within(Promise.resolve(iterator.next()), {
        ms: idleMs,
        timeout: () =>
          new FetchFailure('timeout-body', 'ERR_ROBOTS_TIMEOUT', `No octet of the body for ${idleMs} ms`),
        signal,
      });
      isDone = next.done === true;
      if (isDone) return;
      yield next.value as Uint8Array;
    }
  } finally {
    if (!isDone) endQuietly(iterator);
  }
}

function endQuietly(iterator: AsyncIterator<Uint8Array>): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => {});
  } catch {
    // No caller uses the result.
  }
}

function brokenBody(what: string): FetchFailure {
  return new FetchFailure('broken-body', 'ERR_ROBOTS_BODY', `Cannot use the body: it has ${what}`);
}
