/** One renewal of an origin's record: our turn among processes, the fetch, the record after it, the fenced write. */
import type { Clock } from './clock.ts';
import type { EventListener, FetchReason } from './events.ts';
import { type FetchSettings, fetchRobots } from './fetch/fetch-robots.ts';
import { lockTtlMs, takeTurn } from './fetch-turn.ts';
import { type Location, locate } from './locate.ts';
import { advance, type Fetched } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import { decidingRow } from './policy/outcome-table.ts';
import { isCurrent, type Policy, settle, usableCopy } from './policy/settle.ts';
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
  /** The version read when it was found that a renewal is needed. */
  version: string | null;
  signal: AbortSignal;
}

/**
 * Renews the record of an origin, or finds that somebody else has.
 *
 * @throws The signal's reason when it is aborted; nothing else.
 */
export async function refresh(request: RefreshRequest, settings: RefreshSettings): Promise<OriginRecord> {
  const { location, signal } = request;
  const { records, emit, fetchSettings } = settings;
  const turn = await takeTurn({
    origin: location.origin,
    store: records.guarded,
    look: async () => answering(await records.read(location.origin), request, settings),
    // Twice a lock's life: for a holder that died at the end of its fetch, and for who took over.
    deadlineMs: fetchSettings.limits.totalTimeoutMs + 2 * lockTtlMs,
    signal,
    emit,
  });
  if (turn.kind === 'there') return turn.value;
  const work = (): Promise<OriginRecord> => fetchAndKeep(request, settings);
  return turn.lock ? whileLocked(turn.lock, lockTtlMs, work) : work();
}

/** A record that makes this renewal needless. One that was to be replaced must have been. */
function answering(
  { record, version }: VersionedRecord,
  { reason, version: before }: RefreshRequest,
  { policy, clock }: RefreshSettings,
): OriginRecord | undefined {
  if (record === undefined || !isCurrent(record, policy, clock.now())) return undefined;
  const isToBeReplaced = reason === 'reload' || reason === 'ahead';
  return isToBeReplaced && version === before ? undefined : record;
}

async function fetchAndKeep(request: RefreshRequest, settings: RefreshSettings): Promise<OriginRecord> {
  const { location, reason, signal } = request;
  const { records, policy, clock, emit } = settings;
  const { origin, robotsUrl } = location;
  // Read after the lock was taken: what is written below is fenced by this version.
  const { record: previous, version } = await records.read(origin);
  emit({ type: 'fetch', origin, robotsUrl, reason });
  const startedAt = performance.now();
  const copy = previous && usableCopy(previous, policy.lifetimes, clock.now());
  const fetched = await fetchRobots(
    { location, copy, isReload: reason === 'reload', signal },
    { ...settings.fetchSettings, onHop: (hop) => emit({ type: 'hop', origin, hop }) },
  );
  const next = advance(origin, previous, fetched, policy);
  const { outcome, policyRow, expiresAt } = settle(next, policy, clock.now());
  emit({ type: 'outcome', origin, outcome, policyRow, durationMs: performance.now() - startedAt, expiresAt });
  if (reason === 'ahead' && previous && next.failures) {
    // Nobody asked for this attempt: the record that still holds must not suffer by it.
    emit({ type: 'refresh-failed', origin, policyRow });
    return previous;
  }
  const holding = await records.write(next, version);
  await keepForTarget(fetched, settings, origin);
  return holding;
}

/**
 * What was found at the end of a redirect is another origin's record too, but only if it was found at that origin's
 * own `/robots.txt`, and if that origin's record is not current already.
 */
async function keepForTarget(fetched: Fetched, settings: RefreshSettings, origin: string): Promise<void> {
  const { records, policy, clock } = settings;
  const last = fetched.attempt.hops.at(-1);
  const target = last && locate(last.url);
  if (target === undefined || target.origin === origin || last?.url !== target.robotsUrl) return;
  const { means } = decidingRow(fetched.attempt, policy.rows);
  const isFinal = fetched.attempt.failure === undefined && means !== 'unreachable';
  if (!isFinal || fetched.attempt.isRenewal) return;
  const { record, version } = await records.read(target.origin);
  if (record && isCurrent(record, policy, clock.now())) return;
  const attempt = { ...fetched.attempt, startedAt: last.at, hops: [last] };
  await records.write(advance(target.origin, record, { ...fetched, attempt }, policy), version);
}
