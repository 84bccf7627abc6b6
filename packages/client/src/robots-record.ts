/**
 * The record of an origin as callers receive it: the outcome, and the evidence from which the outcome can be derived
 * again.
 */

import type { CopyEvidence, Evidence } from './evidence.ts';
import type { OriginRecord } from './policy/origin-record.ts';
import type { Outcome, Refusal } from './policy/outcome.ts';
import { type Policy, type Settlement, settle } from './policy/settle.ts';
import type { Found } from './record-source.ts';

/** What is known about a URL's robots.txt. Times are in epoch milliseconds. */
export interface RobotsRecord {
  /** The URL as passed in. */
  url: string;
  origin?: string;
  robotsUrl?: string;
  outcome: Outcome;
  policyRow: string;
  fetchedAt?: number;
  expiresAt?: number;
  retryAt?: number;
  /** A copy of the octets whose rules apply; present for `rules` and `stale-rules`. */
  body?: Uint8Array;
  /** Whether the file continued beyond `body`. */
  isTruncated?: boolean;
  /** Present for the outcome `refused`. */
  refusal?: Refusal;
  evidence?: Evidence;
}

/** Converts a found record to the form that callers receive. */
export function robotsRecord(url: string, found: Found, policy: Policy, now: number): RobotsRecord {
  if (found.kind !== 'found') {
    const { location, kind } = found;
    const where = location === undefined ? {} : { origin: location.origin, robotsUrl: location.robotsUrl };
    if (kind !== 'refused') return { url, ...where, outcome: kind, policyRow: kind };
    const policyRow = `${policy.preset.name}/address-refused`;
    return { url, ...where, outcome: kind, policyRow, refusal: found.refusal };
  }
  const { record, location, wasKept } = found;
  const settlement = settle(record, policy, now);
  const { copy, fetchedAt, ...others } = settlement;
  // If our own settings refused the request, nothing was fetched.
  const settled = others.outcome === 'refused' ? others : { ...others, fetchedAt };
  const where = { url, origin: location.origin, robotsUrl: location.robotsUrl };
  const held = copy === undefined ? {} : { body: copy.body.slice(), isTruncated: copy.isTruncated };
  return { ...where, ...settled, ...held, evidence: evidenceOf(record, settlement, wasKept) };
}

export function evidenceOf(
  { attempt, failures }: OriginRecord,
  { copy }: Settlement,
  wasKept: boolean,
): Evidence {
  const { startedAt, endedAt, hops, status, headers, isRenewal, error } = attempt;
  return {
    wasKept,
    startedAt,
    endedAt,
    hops,
    ...(status === 0 ? {} : { status }),
    headers,
    isRenewal,
    ...(error === undefined ? {} : { error }),
    ...(failures === undefined ? {} : { failures }),
    ...(copy === undefined ? {} : { copy: copyEvidence(copy) }),
  };
}

function copyEvidence({ body, isTruncated: _, ...copy }: NonNullable<Settlement['copy']>): CopyEvidence {
  return { ...copy, bytes: body.byteLength };
}
