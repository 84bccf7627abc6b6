/** How and when a robots.txt was obtained. Only this part of an answer may differ between interfaces and runs. */
import type { Evidence, RobotsRecord } from '@robots-exclusion/client';
import { withoutUserInformation } from 'robots-exclusion/print';
import type { Output } from './same.ts';
import type { attempt, evidence, fileEvidence } from './schemas.ts';
import { isoTime } from './time.ts';

/** How the rules were obtained. Times are in RFC 3339 format. */
export type EvidenceAnswer = Output<typeof evidence>;

/** How a file was obtained; used in answers about a whole file. */
export type FileEvidence = Output<typeof fileEvidence>;

/** A file that was read. */
export type DocumentFacts = NonNullable<EvidenceAnswer['document']>;

/** The last attempt to obtain a file. */
export type AttemptAnswer = Output<typeof attempt>;

/** How a record's file was obtained. */
export function fileEvidenceOf(record: RobotsRecord): FileEvidence {
  const { outcome, policyRow, robotsUrl } = record;
  const url = robotsUrl === undefined ? {} : { robotsUrl: withoutUserInformation(robotsUrl) };
  return { outcome, policyRow, ...url, ...timesOf(record) };
}

/**
 * When the record was fetched and when it expires. If `isWhole`, the evidence also describes the last attempt and the
 * copy in use.
 */
export function evidenceOf(record: RobotsRecord, isWhole: boolean): EvidenceAnswer {
  const { evidence } = record;
  return { ...timesOf(record), ...(isWhole && evidence && attemptOf(evidence)) };
}

function timesOf({ fetchedAt, expiresAt }: RobotsRecord): Pick<EvidenceAnswer, 'fetchedAt' | 'expiresAt'> {
  return {
    ...(fetchedAt !== undefined && { fetchedAt: isoTime(fetchedAt) }),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
  };
}

/** The last attempt, and the copy in use. */
export function attemptOf({
  wasKept,
  startedAt,
  endedAt,
  hops,
  status,
  headers,
  ...last
}: Evidence): AttemptAnswer {
  const { isRenewal, error, failures, copy } = last;
  return {
    wasKept,
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    hops: hops.map(({ url, at, ...hop }) => ({ url: withoutUserInformation(url), at: isoTime(at), ...hop })),
    ...(status !== undefined && { status }),
    headers,
    isRenewal,
    ...(error && { error }),
    ...(failures && { failures: { count: failures.count, since: isoTime(failures.since) } }),
    ...(copy && { copy: copyOf(copy) }),
  };
}

function copyOf(copy: NonNullable<Evidence['copy']>): NonNullable<EvidenceAnswer['copy']> {
  const { finalUrl, status, fetchedAt, validatedAt, headers, digest, bytes } = copy;
  const times = { fetchedAt: isoTime(fetchedAt), validatedAt: isoTime(validatedAt) };
  return { finalUrl: withoutUserInformation(finalUrl), status, ...times, headers, digest, bytes };
}
