/** Where the record for a URL comes from: kept, renewed, or renewed behind the caller's back shortly before it expires. */
import { LRUCache } from 'lru-cache';
import type { CheckMode } from './check-options.ts';
import type { ClientSettings } from './client-options.ts';
import type { FetchReason } from './events.ts';
import { unlessAborted } from './fetch/within.ts';
import { createFlights } from './flights.ts';
import type { Location } from './locate.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import { isCurrent, settle } from './policy/settle.ts';
import type { RecordStore, VersionedRecord } from './record/record-store.ts';
import { type RefreshSettings, refresh } from './refresh.ts';

/** A record, and whether it was kept or had to be fetched. */
export interface FoundRecord {
  record: OriginRecord;
  wasKept: boolean;
}

/** What is known of a URL's origin. */
export type Found =
  | { kind: 'unsupported'; location: Location | undefined }
  | { kind: 'not-cached'; location: Location }
  | ({ kind: 'found'; location: Location } & FoundRecord);

/** Finds records. */
export interface RecordSource {
  /**
   * @returns Undefined in cache-only mode when nothing current is kept.
   * @throws The signal's reason when it is aborted.
   */
  find(
    location: Location,
    mode: CheckMode,
    signal: AbortSignal | undefined,
  ): Promise<FoundRecord | undefined>;
  close(reason: Error): Promise<void>;
}

/** Origins whose last renewal in the background is remembered, so that one that fails is not tried at every check. */
const maxRememberedOrigins = 10_000;

export function createRecordSource(records: RecordStore, settings: ClientSettings): RecordSource {
  const { clock, policy, emit } = settings;
  const flights = createFlights();
  const refreshSettings: RefreshSettings = { records, policy, clock, emit, fetchSettings: settings };
  const triedAheadAt = new LRUCache<string, number>({ max: maxRememberedOrigins });

  function flight(location: Location, reason: FetchReason, version: string | null) {
    return (signal: AbortSignal) => refresh({ location, reason, version, signal }, refreshSettings);
  }

  /** A record in the last part of its life answers once more while it is renewed. */
  function renewAhead(location: Location, record: OriginRecord, version: string | null, now: number): void {
    const { endedAt, expiresAt } = record.attempt;
    const { refreshAhead, retryFirstSeconds } = policy.lifetimes;
    const isLate = refreshAhead > 0 && now >= expiresAt - (expiresAt - endedAt) * refreshAhead;
    if (!isLate || record.attempt.retryAt !== undefined) return;
    if (now < (triedAheadAt.get(location.origin) ?? Number.NEGATIVE_INFINITY) + retryFirstSeconds * 1000)
      return;
    triedAheadAt.set(location.origin, now);
    flights.startInBackground(location.origin, flight(location, 'ahead', version));
  }

  /** What is to be told of a record that answers. */
  function tellAnswer({ origin }: Location, record: OriginRecord, now: number, wasKept: boolean): void {
    const { outcome, fetchedAt } = settle(record, policy, now);
    const ageMs = now - fetchedAt;
    if (wasKept) emit({ type: 'hit', origin, outcome, ageMs });
    if (outcome === 'stale-rules') emit({ type: 'stale', origin, ageMs });
  }

  return {
    async find(location, mode, signal) {
      const kept = await unlessAborted(records.read(location.origin), signal);
      const { record, version } = kept;
      const now = clock.now();
      if (record && mode !== 'reload' && isCurrent(record, policy, now)) {
        tellAnswer(location, record, now, true);
        if (mode === 'default') renewAhead(location, record, version, now);
        return { record, wasKept: true };
      }
      if (mode === 'cache-only') return undefined;
      const renewed = await flights.join(location.origin, flight(location, reasonFor(kept, mode), version), {
        signal,
        onShared: () => emit({ type: 'shared', origin: location.origin }),
      });
      tellAnswer(location, renewed, clock.now(), false);
      return { record: renewed, wasKept: false };
    },
    close: (reason) => flights.close(reason),
  };
}

function reasonFor({ record }: VersionedRecord, mode: CheckMode): FetchReason {
  if (mode === 'reload') return 'reload';
  return record === undefined ? 'absent' : 'expired';
}
