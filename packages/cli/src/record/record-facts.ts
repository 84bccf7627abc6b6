/** What commands add to records. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { type RecordAnswer, recordAnswer } from '@robots-exclusion/operations/record';

/** Anything fetched before this process began came from a store. */
export function isFromStore(fetchedAt: number): boolean {
  return fetchedAt < performance.timeOrigin;
}

/** Records that this run fetched into memory count as fetched, whichever question they answer. */
export function asOfThisRun({ evidence, ...record }: RobotsRecord): RobotsRecord {
  return evidence ? { ...record, evidence: { ...evidence, wasKept: isFromStore(evidence.endedAt) } } : record;
}

/** A record for display; its file on request. */
export function shownRecord(record: RobotsRecord, hasBody: boolean = false): RecordAnswer {
  return recordAnswer(asOfThisRun(record), { hasBody });
}
