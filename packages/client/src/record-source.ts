/**
 * Finds the record for a URL in the store, or fetches it. Shortly before a record expires, it is renewed in the
 * background.
 */
import type { BeforeFetch, CheckMode } from './check-options.ts';
import type { ClientSettings } from './client-options.ts';
import type { FetchReason } from './events.ts';
import { fetchRobots } from './fetch/fetch-robots.ts';
import { createFlights } from './flights.ts';
import type { Location } from './locate.ts';
import { advance } from './policy/advance.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import type { Refusal } from './policy/outcome.ts';
import { holdingAnswer, isCurrent, settle } from './policy/settle.ts';
import type { RecordStore, VersionedRecord } from './record/record-store.ts';
import { type RefreshSettings, refresh } from './refresh.ts';
import { unlessAborted } from './within.ts';

/** A record, and whether it came from the store or had to be fetched. */
export interface FoundRecord {
  record: OriginRecord;
  wasKept: boolean;
}

/** The result of looking for the record of a URL's origin. */
export type Found =
  | { kind: 'unsupported'; location: Location | undefined }
  | { kind: 'refused'; location: Location; refusal: Refusal }
  | { kind: 'not-cached'; location: Location }
  | ({ kind: 'found'; location: Location } & FoundRecord);

export interface FindOptions {
  mode: CheckMode;
  signal: AbortSignal | undefined;
  beforeFetch?: BeforeFetch | undefined;
}

export interface RecordSource {
  /**
   * @returns Undefined in cache-only mode if no valid record is stored.
   * @throws The signal's reason if it is aborted.
   */
  find(location: Location, options: FindOptions): Promise<FoundRecord | undefined>;
  /** Fetches the file at `location.robotsUrl`, which may be any URL, without storing it. */
  fetchFile(location: Location, signal: AbortSignal | undefined): Promise<FoundRecord>;
  close(reason: Error): Promise<void>;
}

export function createRecordSource(records: RecordStore, settings: ClientSettings): RecordSource {
  const { clock, policy, emit } = settings;
  const flights = createFlights();
  const refreshSettings: RefreshSettings = {
    records,
    policy,
    clock,
    emit,
    fetchSettings: settings,
    redirected: new Map(),
  };

  function flight(location: Location, reason: FetchReason, version: string | null) {
    return (signal: AbortSignal) => refresh({ location, reason, version, signal }, refreshSettings);
  }

  /**
   * Starts a renewal in the background if the record is in the last part of its lifetime, unless the pause after a
   * failed renewal has not yet ended. Until the renewal succeeds, the old record is used.
   */
  function renewAhead(location: Location, { record, version, isYoung }: VersionedRecord, now: number): void {
    const { refreshAhead, floorSeconds } = policy.lifetimes;
    const holding = record && holdingAnswer(record, policy, now);
    if (holding === undefined || holding.retryAt !== undefined || isPausing(record!, now)) return;
    const lifeMs = holding.expiresAt - holding.endedAt;
    // A young record that seems nearly expired was written by a machine whose clock is far behind ours.
    const seemsOld = isYoung && lifeMs > floorSeconds * 1000;
    const isLate = refreshAhead > 0 && now >= holding.expiresAt - lifeMs * refreshAhead;
    if (isLate && !seemsOld) flights.startInBackground(location.origin, flight(location, 'ahead', version));
  }

  function tellAnswer({ origin }: Location, record: OriginRecord, now: number, wasKept: boolean): void {
    const { outcome, fetchedAt } = settle(record, policy, now);
    const ageMs = now - fetchedAt;
    if (wasKept) emit({ type: 'hit', origin, outcome, ageMs });
    if (outcome === 'stale-rules') emit({ type: 'stale', origin, ageMs });
  }

  return {
    async find(location, { mode, signal, beforeFetch }) {
      const kept = await unlessAborted(records.read(location.origin), signal);
      const { record, version, isYoung } = kept;
      const now = clock.now();
      if (record && mode !== 'reload' && (isYoung || isCurrent(record, policy, now))) {
        tellAnswer(location, record, now, true);
        if (mode === 'default') renewAhead(location, kept, now);
        return { record, wasKept: true };
      }
      if (mode === 'cache-only') return undefined;
      // A reload joins only other reloads, because other fetches may have been sent with validators, or long ago.
      const key = mode === 'reload' ? `${location.origin} reload` : location.origin;
      const endTurn = flights.isUnderWay(key) ? undefined : await beforeFetch?.();
      const renewed = await flights
        .join(key, flight(location, reasonFor(kept, mode), version), {
          signal,
          onShared: () => emit({ type: 'shared', origin: location.origin }),
        })
        .finally(endTurn);
      tellAnswer(location, renewed, clock.now(), false);
      return { record: renewed, wasKept: false };
    },
    async fetchFile(location, signal) {
      const start = (stop: AbortSignal) => fetchFile(location, settings, stop);
      const key = `file ${location.robotsUrl}`;
      return { record: await flights.join(key, start, { signal, onShared: () => {} }), wasKept: false };
    },
    close: (reason) => flights.close(reason),
  };
}

/**
 * Whether early renewals pause after a failed attempt. Until the pause ends, no caller renews the record early, even
 * while it is still valid.
 */
function isPausing({ attempt, failures }: OriginRecord, now: number): boolean {
  return failures !== undefined && now >= attempt.endedAt && now < attempt.expiresAt;
}

function reasonFor({ record }: VersionedRecord, mode: CheckMode): FetchReason {
  if (mode === 'reload') return 'reload';
  return record === undefined ? 'absent' : 'expired';
}

/**
 * Fetches the file at `location.robotsUrl`. The resulting record is that of a first attempt, because no earlier record
 * is considered.
 */
async function fetchFile(
  location: Location,
  settings: ClientSettings,
  signal: AbortSignal,
): Promise<OriginRecord> {
  const sentAt = settings.clock.now();
  const fetched = await fetchRobots({ location, isReload: false, sentAt, signal }, settings);
  return advance(location.origin, undefined, fetched, settings.policy);
}
