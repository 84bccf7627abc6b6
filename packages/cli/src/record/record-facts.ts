/** Adds information to records for display. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { type RecordAnswer, recordAnswer } from '@robots-exclusion/operations/record';

/** Whether a record came from a store, which is the case if it was fetched before this process began. */
export function isFromStore(fetchedAt: number): boolean {
  return fetchedAt < performance.timeOrigin;
}

/** Marks records from earlier runs as stored. Records that this run fetched count as fetched in all its results. */
export function asOfThisRun({ evidence, ...record }: RobotsRecord): RobotsRecord {
  return evidence ? { ...record, evidence: { ...evidence, wasKept: isFromStore(evidence.endedAt) } } : record;
}

export function shownRecord(record: RobotsRecord, hasBody: boolean = false): Promise<RecordAnswer> {
  return recordAnswer(asOfThisRun(record), { hasBody });
}
