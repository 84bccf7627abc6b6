/** One renewal of an origin's record: the turn among processes, the fetch, the new record, the fenced write. */
import type { Clock } from './clock.ts';
import type { EventListener, FetchReason } from './events.ts';
import { type FetchSettings, fetchRobots } from './fetch/fetch-robots.ts';
import { lockTtlMs, takeTurn } from './fetch-turn.ts';
import { type Location, locate } from './locate.ts';
import { advance, type Fetched } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import { decidingRow } from './policy/outcome-table.ts';
import { holdingAnswer, isCurrent, type Policy, settle, usableCopy } from './policy/settle.ts';
import type { RecordStore, VersionedRecord } from './record/record-store.ts';
import { whileLocked } from './store/lock-keep.ts';

/** What every renewal of a client shares. */
export interface RefreshSettings {
  records: RecordStore;
  policy: Policy;
  clock: Clock;
  fetchSettings: Omit<FetchSettings, 'onHop'>;
  emit: EventListener;
}

/** One renewal. */
export interface RefreshRequest {
  location: Location;
  reason: FetchReason;
  /** The version read when the need for a renewal was found. */
  version: string | null;
  signal: AbortSignal;
}

/**
 * Renews the record of an origin, or finds that another process has done so.
 *
 * @throws The signal's reason when it is aborted; nothing else.
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
    // Twice the lifetime of a lock: for a holder that died at the end of its fetch, and for its successor.
    deadlineMs: fetchSettings.limits.totalTimeoutMs + 2 * lockTtlMs,
    signal,
    emit,
  });
  if (turn.kind === 'there') return turn.value;
  // The last look was after taking the lock.
  const work = async (): Promise<OriginRecord> =>
    fetchAndKeep(request, base ?? (await records.read(location.origin)), settings);
  return turn.lock ? whileLocked(turn.lock, lockTtlMs, work) : work();
}

/** A record that makes this renewal unnecessary: another process's, if it is newer than the one to be renewed. */
function answering(
  { record, version, isYoung }: VersionedRecord,
  { reason, version: before }: RefreshRequest,
  { policy, clock }: RefreshSettings,
): OriginRecord | undefined {
  // A caller that requests a fresh file must not get a response that was requested earlier or with validators.
  if (record === undefined || reason === 'reload') return undefined;
  if (!isYoung && !isCurrent(record, policy, clock.now())) return undefined;
  return reason === 'ahead' && version === before ? undefined : record;
}

/** The number of attempts begun in this process by all clients. */
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
  // Later than every known attempt, whatever the clocks say: those were recorded before we sent ours.
  const sentAt = Math.max(
    await records.now(origin),
    (previous?.attempt.sentAt ?? Number.NEGATIVE_INFINITY) + 1,
  );
  const fetchId = ++fetches;
  emit({ type: 'fetch', fetchId, origin, robotsUrl, reason });
  const startedAt = performance.now();
  const copy = previous && usableCopy(previous, policy.lifetimes, clock.now());
  const fetched = await fetchRobots(
    { location, copy, isReload: reason === 'reload', sentAt, signal },
    { ...settings.fetchSettings, onHop: (hop) => emit({ type: 'hop', fetchId, origin, hop }) },
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
}

/**
 * The file at the end of a redirect is also another origin's record, but only if it is at that origin's own
 * `/robots.txt` and the origin has not answered already.
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
  // Its own request was sent this much later than the first of the chain.
  const sentAt = attempt.sentAt + Math.max(0, last.at - attempt.startedAt);
  const ofTarget = { ...attempt, startedAt: last.at, sentAt, hops: [last] };
  await records.add(target.origin, { ...fetched, attempt: ofTarget }, base);
}
