/**
 * Renews an origin's record once: waits for its turn among processes, fetches, and adds the result to the stored record
 * by compare-and-set.
 */
import type { Clock } from './clock.ts';
import type { EventListener, FetchReason } from './events.ts';
import { type FetchSettings, fetchRobots } from './fetch/fetch-robots.ts';
import { type Location, locate } from './locate.ts';
import { advance, type Fetched } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import { decidingRow } from './policy/outcome-table.ts';
import { holdingAnswer, isCurrent, type Policy, settle, usableCopy } from './policy/settle.ts';
import type { RecordStore, VersionedRecord } from './record/record-store.ts';
import { lockKey } from './store/keys.ts';
import { type Lock, whileLocked } from './store/lock.ts';
import { waitForLock } from './store/lock-wait.ts';
import { type Store, StoreError } from './store/store.ts';
import { within } from './within.ts';

/** The settings that all renewals of a client share. */
export interface RefreshSettings {
  records: RecordStore;
  policy: Policy;
  clock: Clock;
  fetchSettings: Omit<FetchSettings, 'onHop'>;
  emit: EventListener;
  /** Attempts that a redirect has led to the `/robots.txt` of another origin, by its URL. */
  redirected: Map<string, Promise<void>>;
}

export interface RefreshRequest {
  location: Location;
  reason: FetchReason;
  /** The version of the record that was found to need a renewal. */
  version: string | null;
  signal: AbortSignal;
}

/**
 * Renews the record of an origin, or finds that another process has done so.
 *
 * @throws The signal's reason if it is aborted; nothing else.
 */
export async function refresh(request: RefreshRequest, settings: RefreshSettings): Promise<OriginRecord> {
  const { location, signal } = request;
  const { records, emit, fetchSettings } = settings;
  let base: VersionedRecord | undefined;
  const turn = await takeTurn({
    origin: location.origin,
    store: records.guarded,
    look: async () => {
      base = await records.read(location.origin);
      return answering(base, request, settings);
    },
    // Allows for two lifetimes of a lock: one for a holder that dies at the end of its fetch, one for its successor.
    deadlineMs: fetchSettings.limits.totalTimeoutMs + 2 * lockTtlMs,
    signal,
    emit,
  });
  if (turn.kind === 'there') return turn.value;
  // The last call of `look` was after the lock was taken.
  const work = async (): Promise<OriginRecord> =>
    fetchAndKeep(request, base ?? (await records.read(location.origin)), settings);
  return turn.lock ? whileLocked(turn.lock, lockTtlMs, work) : work();
}

/**
 * A record that makes this renewal unnecessary: another process has written it, and it is newer than the record to
 * renew.
 */
function answering(
  { record, version, isYoung }: VersionedRecord,
  { reason, version: before }: RefreshRequest,
  { policy, clock }: RefreshSettings,
): OriginRecord | undefined {
  // A caller that requests a fresh file must not get a response to an earlier or a conditional request.
  if (record === undefined || reason === 'reload') return undefined;
  if (!isYoung && !isCurrent(record, policy, clock.now())) return undefined;
  return reason === 'ahead' && version === before ? undefined : record;
}

/** The number of attempts that all clients in this process have begun. */
let fetches = 0;

async function fetchAndKeep(
  request: RefreshRequest,
  base: VersionedRecord,
  settings: RefreshSettings,
): Promise<OriginRecord> {
  const { location, reason, signal } = request;
  const { records, policy, clock, emit } = settings;
  const { origin, robotsUrl } = location;
  const { record: previous } = base;
  // `sentAt` is later than that of every known attempt, whatever the clocks say, because those attempts were recorded
  // before ours was sent.
  const sentAt = Math.max(
    await records.now(origin),
    (previous?.attempt.sentAt ?? Number.NEGATIVE_INFINITY) + 1,
  );
  const fetchId = ++fetches;
  emit({ type: 'fetch', fetchId, origin, robotsUrl, reason });
  const startedAt = performance.now();
  const copy = previous && usableCopy(previous, policy.lifetimes, clock.now());
  const target = targetOf(origin, settings);
  try {
    const fetched = await fetchRobots(
      { location, copy, isReload: reason === 'reload', sentAt, signal },
      {
        ...settings.fetchSettings,
        ...(reason !== 'reload' && { keptFor: target.find }),
        onHop: (hop) => emit({ type: 'hop', fetchId, origin, hop }),
      },
    );
    const isAhead = reason === 'ahead';
    const holding = await records.add(origin, fetched, base, { isAhead });
    const attempted = advance(origin, previous, fetched, policy);
    const { outcome, policyRow, expiresAt } = settle(attempted, policy, clock.now());
    const durationMs = performance.now() - startedAt;
    emit({ type: 'outcome', fetchId, origin, outcome, policyRow, durationMs, expiresAt });
    if (isAhead && attempted.failures) emit({ type: 'refresh-failed', origin, policyRow });
    await keepForTarget(fetched, settings, origin);
    return holding;
  } finally {
    target.end();
  }
}

/**
 * Looks for the record of the origin to whose own `/robots.txt` a redirect leads. Of the attempts of this process that
 * are led to the same file, the first one asks for it, and the others wait for what it finds. Whoever is waited for
 * waits for nobody.
 */
function targetOf(from: string, settings: RefreshSettings) {
  const { redirected, fetchSettings } = settings;
  let end: (() => void) | undefined;
  async function find(url: string, signal: AbortSignal): Promise<OriginRecord | undefined> {
    const kept = await keptFor(url, from, settings);
    if (kept !== undefined || end !== undefined) return kept;
    const first = redirected.get(url);
    if (first !== undefined) {
      await within(first, {
        ms: fetchSettings.limits.totalTimeoutMs,
        timeout: () => new Error('The redirect was not followed in time'),
        signal,
      });
      return keptFor(url, from, settings);
    }
    redirected.set(
      url,
      new Promise((resolve) => {
        end = () => {
          redirected.delete(url);
          resolve();
        };
      }),
    );
    return undefined;
  }
  return { find, end: () => end?.() };
}

/** The record of another origin whose own `/robots.txt` is at `url`, if that answered directly and is still fresh. */
async function keptFor(
  url: string,
  from: string,
  { records, policy, clock }: RefreshSettings,
): Promise<OriginRecord | undefined> {
  const target = locate(url);
  if (target === undefined || target.origin === from || target.robotsUrl !== url) return undefined;
  const { record } = await records.read(target.origin);
  if (record === undefined || record.failures || !isCurrent(record, policy, clock.now())) return undefined;
  const { attempt, good } = record;
  const { means } = decidingRow(attempt, policy.rows);
  const isAnswer = means === 'no-rules' || (means === 'rules' && good !== undefined);
  return isAnswer && attempt.hops.length === 1 && attempt.hops[0]?.url === url ? record : undefined;
}

/**
 * Also stores the file at the end of a redirect as the record of the target's origin, if the file is that origin's own
 * `/robots.txt` and the origin has no valid answer.
 */
async function keepForTarget(fetched: Fetched, settings: RefreshSettings, origin: string): Promise<void> {
  const { records, policy, clock } = settings;
  const { attempt } = fetched;
  const last = attempt.hops.at(-1);
  const target = last && locate(last.url);
  if (target === undefined || target.origin === origin || last?.url !== target.robotsUrl) return;
  const { means } = decidingRow(attempt, policy.rows);
  if (attempt.failure !== undefined || means === 'unreachable' || attempt.isRenewal) return;
  const base = await records.read(target.origin);
  if (base.record && holdingAnswer(base.record, policy, clock.now())) return;
  // Adds the time between the first and the last request of the chain.
  const sentAt = attempt.sentAt + Math.max(0, last.at - attempt.startedAt);
  const ofTarget = { ...attempt, startedAt: last.at, sentAt, hops: [last] };
  await records.add(target.origin, { ...fetched, attempt: ofTarget }, base);
}

/** The lifetime of a lock without renewal, in real time. After it, other processes know that the holder is dead. */
const lockTtlMs = 5000;

/** If a lock seems free but cannot be taken this many times in a row, the store is considered read-only. */
const maxRefusals = 8;

interface TurnOptions<Found> {
  origin: string;
  store: Store;
  look: () => Promise<Found | undefined>;
  /** The limit in real time, after which this process fetches without a lock. */
  deadlineMs: number;
  signal: AbortSignal;
  emit: EventListener;
}

/**
 * The result of waiting: either another process's record, or this process's turn to fetch. In the latter case, `lock`
 * is absent if the lock could not be obtained.
 */
type Turn<Found> = { kind: 'there'; value: Found } | { kind: 'ours'; lock?: Lock };

/** @throws The signal's reason if it is aborted; nothing else. */
async function takeTurn<Found>(options: TurnOptions<Found>): Promise<Turn<Found>> {
  const { origin, store, look, deadlineMs, signal, emit } = options;
  try {
    const wait = await waitForLock(writable(store), lockKey(origin), {
      ttlMs: lockTtlMs,
      look,
      deadlineMs,
      signal,
    });
    const { waitedMs, by } = wait;
    if (by !== undefined) emit({ type: 'lock-wait', origin, waitedMs, end: wait.kind, by });
    if (wait.kind === 'there') return { kind: 'there', value: wait.value };
    return wait.kind === 'locked' ? { kind: 'ours', lock: wait.lock } : { kind: 'ours' };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    emit({ type: 'store-error', operation: 'lock', key: lockKey(origin), error });
    return { kind: 'ours' };
  }
}

/** Wraps the store, so that a write rejects if the lock has repeatedly seemed free but could not be taken. */
function writable(store: Store): Store {
  let refusals = 0;
  return {
    get: store.get,
    delete: store.delete,
    ...(store.watch && { watch: store.watch }),
    async set(key, value, options) {
      const isTaken = await store.set(key, value, options);
      refusals = isTaken ? 0 : refusals + 1;
      if (refusals < maxRefusals) return isTaken;
      throw new StoreError('STORE_FAILED', `The store refused to write "${key}" ${refusals} times`);
    },
  };
}
