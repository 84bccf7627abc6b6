/** The inputs of decisions about an origin's URLs, from the record of the network port. */
import type { RobotsRecord } from '@robots-exclusion/client';
import type { DecisionBasis } from '../evaluate/decision.ts';
import { type EvidenceAnswer, evidenceOf } from '../shared/evidence.ts';
import type { RobotsBody } from '../shared/robots-body.ts';

/** The part of the basis that comes from a record. */
export type RecordBasis = Pick<DecisionBasis, 'robots' | 'fetched' | 'evidence'>;

/** How to read a record. */
export interface RecordReading {
  /** Octets of a robots.txt to read. */
  readonly maxRobotsBytes: number;
  /**
   * When the question was asked, in epoch milliseconds: an outcome that is not stored can be asked for again at once.
   */
  readonly now: number;
  /** Include everything known about how the record was obtained. */
  readonly isExplained?: boolean | undefined;
}

/** What a record says, for all URLs of its origin. */
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
  // A truncated copy has one octet too many, which tells the parser that its last line was cut.
  const maxBytes = isTruncated ? Math.max(1, Math.min(limit, body.length - 1)) : limit;
  return { body, maxBytes, ...(digest !== undefined && { digest }) };
}
