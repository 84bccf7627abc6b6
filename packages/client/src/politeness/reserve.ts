/**
 * Reserving instants: each caller takes the next free one and moves it on by the delay, by compare-and-set in the
 * store, so that any number of machines together keep one Crawl-delay. Nothing here sleeps.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { EventListener } from '../events.ts';
import { unlessAborted } from '../fetch/within.ts';
import { maxClockSkewMs } from '../policy/settle.ts';
import { sideKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';

/** What is to be reserved. */
export interface ReservationRequest {
  origin: string;
  /** Whose instants: other crawlers have their own. */
  productTokens: readonly string[];
  delayMs: number;
  /** Epoch milliseconds; not earlier, whoever waits. */
  notBefore: number;
  signal: AbortSignal | undefined;
}

/** Hands out instants. */
export interface Reservations {
  take(request: ReservationRequest): Promise<{ at: number }>;
}

/** What lies in the store: `robots-reserve/1 NEXT WRITTEN` in ASCII, both epoch milliseconds. */
interface Line {
  /** The first instant that nobody has. */
  nextAt: number;
  writtenAt: number;
}

const format = 'robots-reserve/1';
const maxLineBytes = 128;

/** A line is kept for longer than it counts, because clocks handed in and the store's own may run apart. */
const spareTtlMs = 60_000;

/** Real time in which to win against the others. */
const maxContentionMs = 5000;

/** The longest pause between two tries; a random part of it is taken. */
const maxPauseMs = 20;

/** Origins whose next instant this process remembers for when the store fails. */
const maxLocalLines = 100_000;

/** What reservations are made with. */
export interface ReservationOptions {
  /** Bounded by time. */
  store: Store;
  clock: Clock;
  emit: EventListener;
}

interface Desk extends ReservationOptions {
  local: LRUCache<string, Line>;
  /** In this process one after another: only processes contend. */
  queues: Map<string, Promise<unknown>>;
}

/** A place in the line, and the line after it. */
interface Taken {
  at: number;
  line: Line;
}

export function createReservations(options: ReservationOptions): Reservations {
  const desk: Desk = {
    ...options,
    local: new LRUCache({ maxSize: maxLocalLines, sizeCalculation: () => 1 }),
    queues: new Map(),
  };
  return {
    async take(request) {
      // Without a delay there is no line to stand in.
      if (request.delayMs <= 0) return { at: Math.max(desk.clock.now(), request.notBefore) };
      const key = keyOf(request);
      return unlessAborted(
        inTurn(desk, key, () => takeSharedOrAlone(desk, key, request)),
        request.signal,
      );
    },
  };
}

function inTurn<Result>({ queues }: Desk, key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work);
  const last = turn
    .catch(() => {})
    .then(() => {
      if (queues.get(key) === last) queues.delete(key);
    });
  queues.set(key, last);
  return turn;
}

async function takeSharedOrAlone(
  desk: Desk,
  key: string,
  request: ReservationRequest,
): Promise<{ at: number }> {
  let taken: Taken;
  try {
    taken = await takeShared(desk, key, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    desk.emit({ type: 'store-error', operation: 'reserve', key, error });
    taken = advanced(desk.local.get(key), request, desk.clock.now());
  }
  desk.local.set(key, taken.line);
  return { at: taken.at };
}

async function takeShared({ store, clock }: Desk, key: string, request: ReservationRequest): Promise<Taken> {
  const deadline = performance.now() + maxContentionMs;
  do {
    request.signal?.throwIfAborted();
    const current = await store.get(key);
    const taken = advanced(current && decodeLine(current.value), request, clock.now());
    const ttlMs = taken.line.nextAt - taken.line.writtenAt + spareTtlMs;
    const value = encodeLine(taken.line);
    if (await store.set(key, value, { ttlMs, ifVersion: current?.version ?? null })) return taken;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxPauseMs));
  } while (performance.now() < deadline);
  throw new StoreError(
    'STORE_FAILED',
    `Cannot reserve within ${maxContentionMs} ms: others were always first`,
  );
}

function advanced(line: Line | undefined, { delayMs, notBefore }: ReservationRequest, now: number): Taken {
  const at = Math.max(now, notBefore, line === undefined ? now : nextAt(line, now));
  return { at, line: { nextAt: at + delayMs, writtenAt: now } };
}

function keyOf({ origin, productTokens }: ReservationRequest): string {
  const crawler = productTokens
    .map((token) => token.toLowerCase())
    .toSorted()
    .join('+');
  return sideKey(origin, `reserve:${crawler}`);
}

/** A line written in the future tells of a clock that has been set back since: its waiting time still holds, its instants do not. */
function nextAt(line: Line, now: number): number {
  const aheadMs = line.writtenAt - now;
  return aheadMs > maxClockSkewMs ? line.nextAt - aheadMs : line.nextAt;
}

function encodeLine({ nextAt: next, writtenAt }: Line): Uint8Array {
  return new TextEncoder().encode(`${format} ${next} ${writtenAt}`);
}

/** Undefined for anything else than a line; then the queue begins anew. */
function decodeLine(octets: Uint8Array): Line | undefined {
  if (octets.byteLength > maxLineBytes) return undefined;
  const [name, next, written, ...rest] = new TextDecoder().decode(octets).split(' ');
  const line = { nextAt: Number(next), writtenAt: Number(written) };
  const isLine =
    name === format && rest.length === 0 && Number.isFinite(line.nextAt) && Number.isFinite(line.writtenAt);
  return isLine ? line : undefined;
}
