/**
 * Records that were obtained a moment ago. A crawler may ask about one site many times a second: within that second, the
 * record is neither looked up nor copied again. Nothing is used after it expires, and a requested reload replaces it.
 */
import type { RobotsRecord } from '@robots-exclusion/client';
import { LRUCache } from 'lru-cache';

/** Caches records briefly. */
export interface RecentRecords {
  get(origin: string): RobotsRecord | undefined;
  keep(origin: string, record: RobotsRecord): void;
}

/** How long, in milliseconds of real time. */
const MOMENT_MS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;
const RECORD_BYTES = 2048;

/** `now` is the client's clock, in epoch milliseconds. */
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
