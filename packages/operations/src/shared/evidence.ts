/** How and when a robots.txt was obtained. Only this part of an answer may differ between interfaces and runs. */
import type { Evidence, RobotsRecord } from '@robots-exclusion/client';
import { isoTime } from './time.ts';

/** How the rules were obtained. Times are in RFC 3339 format. */
export interface EvidenceAnswer {
  /** The file or URL that was passed in. */
  readonly source?: string;
  /** When the deciding response arrived. */
  readonly fetchedAt?: string;
  /** The time until which the record is valid without another request. */
  readonly expiresAt?: string;
  /** Whether the record existed before this query. */
  readonly wasKept?: boolean;
  /** The age of the rules in seconds, if they came from a store. */
  readonly ageSeconds?: number;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly hops?: readonly HopAnswer[];
  readonly status?: number;
  /** Header fields that determine the lifetime of the record. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the response to the last attempt was 304. */
  readonly isRenewal?: boolean;
  readonly error?: NonNullable<Evidence['error']>;
  readonly failures?: { readonly count: number; readonly since: string };
  readonly copy?: CopyAnswer;
  /** The document that was read. */
  readonly document?: DocumentFacts;
}

/** The members that describe every attempt. */
type AttemptMember = 'wasKept' | 'startedAt' | 'endedAt' | 'hops' | 'headers' | 'isRenewal';

/** The last attempt to obtain a file. */
export type AttemptAnswer = Required<Pick<EvidenceAnswer, AttemptMember>> &
  Pick<EvidenceAnswer, 'status' | 'error' | 'failures' | 'copy'>;

/** How a file was obtained; used in answers about a whole file. */
export interface FileEvidence {
  /** The file or URL that was passed in. */
  readonly source?: string;
  /** The SHA-256 hash of the file's octets, in hexadecimal. */
  readonly digest?: string;
  /** The outcome of fetching. */
  readonly outcome?: string;
  /** The row of the outcome table that determined the decision. */
  readonly policyRow?: string;
  readonly robotsUrl?: string;
  readonly fetchedAt?: string;
  readonly expiresAt?: string;
}

/** One request on the way to the file. */
export interface HopAnswer {
  readonly url: string;
  readonly at: string;
  readonly durationMs: number;
  readonly status?: number;
  readonly location?: string;
  readonly signatureAgent?: string;
}

/** The copy in use. */
export interface CopyAnswer {
  readonly finalUrl: string;
  readonly status: number;
  readonly fetchedAt: string;
  readonly validatedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The SHA-256 hash of the body, in hexadecimal. */
  readonly digest: string;
  readonly bytes: number;
}

/** A file that was read. */
export interface DocumentFacts {
  readonly bytes: number;
  readonly records: number;
  readonly groups: number;
  readonly dialect: string;
}

/** How a record's file was obtained. */
export function fileEvidenceOf(record: RobotsRecord): FileEvidence {
  const { outcome, policyRow, robotsUrl } = record;
  const url = robotsUrl === undefined ? {} : { robotsUrl };
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
    hops: hops.map(({ url, at, ...hop }) => ({ url, at: isoTime(at), ...hop })),
    ...(status !== undefined && { status }),
    headers,
    isRenewal,
    ...(error && { error }),
    ...(failures && { failures: { count: failures.count, since: isoTime(failures.since) } }),
    ...(copy && { copy: copyOf(copy) }),
  };
}

function copyOf(copy: NonNullable<Evidence['copy']>): CopyAnswer {
  const { finalUrl, status, fetchedAt, validatedAt, headers, digest, bytes } = copy;
  const times = { fetchedAt: isoTime(fetchedAt), validatedAt: isoTime(validatedAt) };
  return { finalUrl, status, ...times, headers, digest, bytes };
}
