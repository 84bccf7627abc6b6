/** What commands say of records, beside what is in them. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { type RecordAnswer, recordAnswer } from '@robots-exclusion/operations/record';

/** Whatever was fetched before this process began came from a store. */
export function isFromStore(fetchedAt: number): boolean {
  return fetchedAt < performance.timeOrigin;
}

/** What this run itself fetched and kept in memory counts as fetched, whichever of its questions the record answers. */
export function asOfThisRun({ evidence, ...record }: RobotsRecord): RobotsRecord {
  return evidence ? { ...record, evidence: { ...evidence, wasKept: isFromStore(evidence.endedAt) } } : record;
}

/** A record as it is shown; its file on request. */
export function shownRecord(record: RobotsRecord, hasBody: boolean = false): RecordAnswer {
  return recordAnswer(asOfThisRun(record), { hasBody });
}
