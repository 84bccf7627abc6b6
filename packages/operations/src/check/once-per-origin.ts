/** Caches records for URLs that arrive one by one. One record serves all URLs of an origin until it expires. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { LRUCache } from 'lru-cache';
import type { CheckPort } from './run.ts';
import { originOf } from './sites.ts';

/** Limit on the number of origins whose records are cached. */
const MAX_ORIGINS = 1000;

/** Obtains records from the port, one request per origin. */
export function oncePerOrigin(
  port: Pick<CheckPort<unknown>, 'robots' | 'now'>,
): CheckPort<unknown>['robots'] {
  const records = new LRUCache<string, Promise<RobotsRecord>>({ max: MAX_ORIGINS });
  const lastUse = new WeakMap<Promise<RobotsRecord>, number>();

  return (url) => {
    const origin = originOf(url);
    if (origin === undefined) return port.robots(url);
    const known = records.get(origin);
    if (known !== undefined && port.now() < (lastUse.get(known) ?? Number.POSITIVE_INFINITY)) return known;
    const record = port.robots(url);
    records.set(origin, record);
    record.then(
      (given) => lastUse.set(record, endOf(given, port.now())),
      () => records.delete(origin),
    );
    return record;
  };
}

/** The minimum cache time. A record that may not be stored is still used for the query for which it was fetched. */
const LEAST_MS = 60_000;

function endOf({ expiresAt }: RobotsRecord, now: number): number {
  return Math.max(expiresAt ?? 0, now + LEAST_MS);
}
