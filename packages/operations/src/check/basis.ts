/** Derives the inputs for decisions about an origin's URLs from the record that the network port returned. */
import type { RobotsRecord } from '@robots-exclusion/client';
import type { DecisionBasis } from '../evaluate/decision.ts';
import { type EvidenceAnswer, evidenceOf } from '../shared/evidence.ts';
import type { RobotsBody } from '../shared/robots-body.ts';

/** The part of the basis that comes from a record. */
export type RecordBasis = Pick<DecisionBasis, 'robots' | 'fetched' | 'evidence'>;

/** Options for reading a record. */
export interface RecordReading {
  /** Limit on the octets read from a robots.txt. */
  readonly maxRobotsBytes: number;
  /** The time of the query, in epoch milliseconds. It serves as the retry time if the outcome was not stored. */
  readonly now: number;
  /** Whether the evidence includes everything known about how the record was obtained. */
  readonly isExplained?: boolean | undefined;
}

/** Creates the basis of decisions from a record, for all URLs of its origin. */
export function recordBasis(
  record: RobotsRecord,
  { maxRobotsBytes, now, isExplained = false }: RecordReading,
): RecordBasis {
  const { outcome, policyRow, robotsUrl, refusal, expiresAt, retryAt } = record;
  const robots = bodyOf(record, maxRobotsBytes);
  const evidence = evidenceOf(record, isExplained);
  return {
    ...(robots && { robots }),
    fetched: { outcome, policyRow, robotsUrl, refusal, expiresAt, retryAt, now },
    ...(hasMembers(evidence) && { evidence }),
  };
}

function hasMembers(evidence: EvidenceAnswer): boolean {
  return Object.keys(evidence).length > 0;
}

function bodyOf({ body, isTruncated, evidence }: RobotsRecord, limit: number): RobotsBody | undefined {
  if (body === undefined) return undefined;
  const digest = evidence?.copy?.digest;
  // A truncated copy keeps one octet beyond the limit, which shows the parser that the last line was cut.
  const maxBytes = isTruncated ? Math.max(1, Math.min(limit, body.length - 1)) : limit;
  return { body, maxBytes, ...(digest !== undefined && { digest }) };
}
