/**
 * Reserves times for requests. The store contains the next free time of each queue ("line"). Each caller takes that
 * time and moves it forward by the delay, so any number of machines together keep one Crawl-delay. One operation of the
 * store serves all callers that wait in this process. This module never waits for a reserved time itself.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { EventListener } from '../events.ts';
import { moveLine, type Reserved, type ReserveRequest } from '../store/reservation.ts';
import { type Store, StoreError, type StoreErrorCode } from '../store/store.ts';
import { unlessAborted } from '../within.ts';
import { reserveByCompareAndSet, UnusedInstants } from './reserve-by-turns.ts';
import { lineKey } from './sent-times.ts';

export interface ReservationRequest {
  origin: string;
  /** The crawler whose queue is used. Other crawlers have their own queues. */
  productTokens: readonly string[];
  delayMs: number;
  /** The earliest time that the caller can use, in epoch milliseconds; 0 if there is no lower bound. */
  notBefore: number;
  signal: AbortSignal | undefined;
}

export interface Reservations {
  take(request: ReservationRequest): Promise<Reservation>;
}

/** A time reserved for the caller. */
export interface Reservation {
  /** The reserved time in epoch milliseconds. */
  readonly at: number;
  /** The delay before the next free time; absent if there is no delay. */
  readonly delayMs?: number;
  /**
   * Gives back the reserved time if the caller does not use it. The next caller in this process gets the time, unless
   * it has passed.
   */
  giveBack?(): void;
}

class OwnReservation implements Reservation {
  readonly at: number;
  readonly #delayMs: number;
  #free: (() => void) | undefined;

  constructor(at: number, delayMs: number, free?: () => void) {
    this.at = at;
    this.#delayMs = delayMs;
    this.#free = free;
  }

  get delayMs(): number {
    return this.#delayMs;
  }

  giveBack(): void {
    this.#free?.();
    this.#free = undefined;
  }
}

export interface ReservationOptions {
  /** The store, with a time limit for each operation. */
  store: Store;
  clock: Clock;
  emit: EventListener;
}

/** Limit on the queues whose next free time this process stores itself, in case the store fails. */
const maxLocalLines = 100_000;

/**
 * The clocks of the store and of this process count as equal if they differ by at most this plus the store's response
 * time.
 */
const maxNoticedSkewMs = 20;

/**
 * How long an operation is retried in real time if the store does not respond. After that, this process continues
 * without the store. `firstPauseMs` is the first pause between tries.
 */
const maxSilenceMs = 8000;
const firstPauseMs = 100;

const silentCodes: ReadonlySet<StoreErrorCode> = new Set(['STORE_TIMEOUT', 'STORE_UNAVAILABLE']);

/** Callers with the same delay and the same earliest time. Their times are reserved in one operation. */
interface Batch {
  delayMs: number;
  notBefore: number;
  callers: { signal: AbortSignal | undefined; settle: (at: number) => void }[];
}

interface Desk extends ReservationOptions {
  /** The queues as this process last knew them. Times are by its own clock. */
  local: LRUCache<string, Uint8Array>;
  unused: UnusedInstants;
  /** Batches by key; the first batch is in progress. */
  queues: Map<string, Batch[]>;
  /** Whether the store has not responded for so long that operations are not retried until it responds again. */
  isSilent: boolean;
}

export function createReservations(options: ReservationOptions): Reservations {
  const local = new LRUCache<string, Uint8Array>({ maxSize: maxLocalLines, sizeCalculation: () => 1 });
  const unused = new UnusedInstants(maxLocalLines);
  const desk: Desk = { ...options, local, unused, queues: new Map(), isSilent: false };
  return {
    async take(request) {
      // Without a delay, no line is needed.
      if (request.delayMs <= 0) {
        return new OwnReservation(Math.max(desk.clock.now(), request.notBefore), 0);
      }
      const coming = enqueue(desk, request);
      try {
        return reservation(desk, request, await unlessAborted(coming, request.signal));
      } catch (error) {
        // The store may already be reserving a time for this caller. When it has, the time is given back.
        void coming.then((at) => reservation(desk, request, at).giveBack());
        throw error;
      }
    },
  };
}

function reservation(desk: Desk, { delayMs, ...whose }: ReservationRequest, at: number): OwnReservation {
  const { origin, productTokens } = whose;
  const key = lineKey(origin, productTokens);
  return new OwnReservation(at, delayMs, () => desk.unused.giveBack(key, { at, delayMs }));
}

function enqueue(desk: Desk, { delayMs, notBefore, signal, ...whose }: ReservationRequest): Promise<number> {
  const key = lineKey(whose.origin, whose.productTokens);
  const queue = desk.queues.get(key) ?? [];
  return new Promise((settle) => {
    const last = queue.at(-1);
    const isAlike = last?.delayMs === delayMs && last.notBefore === notBefore;
    // The first batch has already been sent.
    if (last !== undefined && queue.length > 1 && isAlike) last.callers.push({ signal, settle });
    else queue.push({ delayMs, notBefore, callers: [{ signal, settle }] });
    if (desk.queues.has(key)) return;
    desk.queues.set(key, queue);
    void serve(desk, key, queue);
  });
}

/** Serves the batches of a queue. Never rejects. */
async function serve(desk: Desk, key: string, queue: Batch[]): Promise<void> {
  for (; queue.length > 0; queue.shift()) {
    // A caller that has aborted needs no reservation.
    const wanting = queue[0]!.callers.filter(({ signal }) => !signal?.aborted);
    const { delayMs, notBefore } = queue[0]!;
    const now = desk.clock.now();
    const free = desk.unused.take(key, { delayMs, notBefore, now, count: wanting.length });
    for (const [index, at] of free.entries()) wanting[index]!.settle(at);
    const callers = wanting.slice(free.length);
    if (callers.length === 0) continue;
    const first = await takeFirst(desk, key, { delayMs, notBefore, callers });
    for (const [index, { settle }] of callers.entries()) settle(first + index * delayMs);
  }
  desk.queues.delete(key);
}

async function takeFirst(desk: Desk, key: string, batch: Batch): Promise<number> {
  const { clock, emit, local } = desk;
  try {
    const at = await takeInLine(desk, key, batch);
    // The reserved time may have passed while the response was in transit.
    const writtenAt = Math.min(at, clock.now());
    const line = moveLine(undefined, requestAt({ ...batch, notBefore: at }, writtenAt), writtenAt);
    local.set(key, line.octets);
    return at;
  } catch (error) {
    emit({ type: 'store-error', operation: 'reserve', key, error });
    const known = local.get(key);
    const request = requestAt(batch, clock.now());
    // Without the store, it is unknown which times other processes took. If this process knows no time of the queue
    // either, it waits for at least one delay.
    const waitMs = known === undefined ? Math.max(batch.delayMs, request.waitMs) : request.waitMs;
    const moved = moveLine(known, { ...request, waitMs }, request.now);
    local.set(key, moved.octets);
    return moved.at;
  }
}

function requestAt({ delayMs, notBefore, callers }: Batch, now: number): ReserveRequest {
  return { count: callers.length, delayMs, waitMs: Math.max(0, notBefore - now), now };
}

/**
 * Reserves the first free time of the queue in the store, but no time before the next free time that this process
 * knows. The queue in the store may be outdated: the store may have been emptied or reverted to an earlier state, or
 * may not have responded while this process handed out times.
 */
async function takeInLine(desk: Desk, key: string, batch: Batch): Promise<number> {
  const first = await takeAnswered(desk, key, batch);
  const next = ownNext(desk, key);
  if (first.at >= next - first.marginMs) return first.at;
  return (await takeAnswered(desk, key, { ...batch, notBefore: Math.max(batch.notBefore, next) })).at;
}

/** The next free time that this process knows, without asking the store. */
function ownNext({ local, clock }: Desk, key: string): number {
  const now = clock.now();
  return moveLine(local.get(key), { count: 0, delayMs: 0, waitMs: 0, now }, now).at;
}

/** A reserved time by our own clock, and the tolerance for comparing it with other times. */
interface Answered {
  at: number;
  marginMs: number;
}

/**
 * Reserves a time in the store. If the store does not respond, retries for a while, because the store may only be
 * overloaded.
 */
async function takeAnswered(desk: Desk, key: string, batch: Batch): Promise<Answered> {
  const { callers } = batch;
  const deadline = performance.now() + maxSilenceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    const sentAt = desk.clock.now();
    try {
      const reserved = await takeShared(desk, key, requestAt(batch, sentAt), callers);
      desk.isSilent = false;
      const receivedAt = desk.clock.now();
      const marginMs = maxNoticedSkewMs + Math.max(0, receivedAt - sentAt);
      return { at: onOurClock(reserved, sentAt, receivedAt), marginMs };
    } catch (error) {
      const isLate = desk.isSilent || performance.now() + pauseMs > deadline;
      if (!isSilence(error) || isLate || !isWanted(callers)) {
        desk.isSilent = isSilence(error);
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof StoreError && silentCodes.has(error.code);
}

function isWanted(callers: Batch['callers']): boolean {
  return callers.some(({ signal }) => !signal?.aborted);
}

function takeShared(
  { store, clock }: Desk,
  key: string,
  request: ReserveRequest,
  callers: Batch['callers'],
): Promise<Reserved> {
  if (store.reserve !== undefined) return store.reserve(key, request);
  return reserveByCompareAndSet(store, key, request, { clock, isWanted: () => isWanted(callers) });
}

/**
 * Converts a reserved time to our own clock. If our clock agrees with the store's, the time is used unchanged;
 * otherwise, the result preserves the remaining wait.
 */
function onOurClock({ at, now }: Reserved, sentAt: number, receivedAt: number): number {
  const isAlike = now >= sentAt - maxNoticedSkewMs && now <= receivedAt + maxNoticedSkewMs;
  return isAlike ? at : at + (receivedAt - now);
}
