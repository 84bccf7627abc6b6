/** What commands say of records, beside what is in them. */
import type { RobotsRecord } from '@robots-exclusion/client';

/** A record as it is shown: without the octets of its body. */
export type ShownRecord = Omit<RobotsRecord, 'body'>;

/** Whatever was fetched before this process began came from a store. */
export function isFromStore(fetchedAt: number): boolean {
  return fetchedAt < performance.timeOrigin;
}

/**
 * A record as it is shown. What this run itself fetched and kept in memory counts as fetched, whichever of its
 * questions the record answers.
 */
export function withoutBody({ body: _, evidence, ...record }: RobotsRecord): ShownRecord {
  return evidence ? { ...record, evidence: { ...evidence, wasKept: isFromStore(evidence.endedAt) } } : record;
}
