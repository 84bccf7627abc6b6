/**
 * Caches each record for a second, because a crawler may query one site many times in that second. During that second,
 * the client neither looks up nor copies the record again. An expired record is never used, and a requested reload
 * replaces the record.
 */
import type { RobotsRecord } from '@robots-exclusion/client';
import { LRUCache } from 'lru-cache';

/** A cache of records for a short time. */
export interface RecentRecords {
  get(origin: string): RobotsRecord | undefined;
  keep(origin: string, record: RobotsRecord): void;
}

/** How long a record is cached, in milliseconds of real time. */
const MOMENT_MS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;
const RECORD_BYTES = 2048;

/** @param now The client's clock, in epoch milliseconds. */
export function createRecentRecords(now: () => number): RecentRecords {
  const records = new LRUCache<string, RobotsRecord>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => RECORD_BYTES + (body?.length ?? 0),
    ttl: MOMENT_MS,
  });
  return {
    get(origin) {
      const record = records.get(origin);
      return record !== undefined && now() < (record.expiresAt ?? 0) ? record : undefined;
    },
    keep(origin, record) {
      if (record.outcome === 'rules' || record.outcome === 'no-rules') records.set(origin, record);
      else records.delete(origin);
    },
  };
}
