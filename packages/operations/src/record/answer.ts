/** The answer to a question about a site's robots.txt. */
import type { Outcome, Refusal, RobotsRecord } from '@robots-exclusion/client';
import { withoutSecrets } from 'robots-exclusion/print';
import { type AttemptAnswer, attemptOf } from '../shared/evidence.ts';
import { isoTime } from '../shared/time.ts';

/** A record of a site's robots.txt. Times are in RFC 3339 format. */
export interface RecordAnswer {
  /** The URL as requested. */
  readonly url: string;
  readonly origin?: string;
  readonly outcome: Outcome;
  /** The row of the outcome table that decided. */
  readonly policyRow: string;
  readonly robotsUrl?: string;
  /** For `refused`: what this program's own policy does not fetch, and how to allow it. */
  readonly refusal?: Refusal;
  readonly fetchedAt?: string;
  /** Until when the record is valid without another request. */
  readonly expiresAt?: string;
  readonly retryAt?: string;
  /** True if only the beginning of the file was read. */
  readonly isTruncated?: true;
  /** The file, if it is UTF-8, in the form that an input accepts. */
  readonly robots?: string;
  /** The file, if it is not UTF-8. */
  readonly robotsBase64?: string;
  /** How the file was obtained. */
  readonly evidence?: AttemptAnswer;
}

/** The answer for a record. It contains the file on request. */
export function recordAnswer(record: RobotsRecord, { hasBody }: { hasBody: boolean }): RecordAnswer {
  const { url, origin, outcome, policyRow, robotsUrl, refusal, body, isTruncated, evidence } = record;
  return {
    url: withoutSecrets(url, ''),
    ...(origin !== undefined && { origin }),
    ...{ outcome, policyRow },
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(refusal && { refusal }),
    ...instants(record),
    ...(isTruncated && { isTruncated }),
    ...(hasBody && body !== undefined && bodyAnswer(body)),
    ...(evidence && { evidence: attemptOf(evidence) }),
  };
}

function instants({ fetchedAt, expiresAt, retryAt }: RobotsRecord) {
  return {
    ...(fetchedAt !== undefined && { fetchedAt: isoTime(fetchedAt) }),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
    ...(retryAt !== undefined && { retryAt: isoTime(retryAt) }),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The file as text if that loses no octet, otherwise in Base64. */
function bodyAnswer(body: Uint8Array): Pick<RecordAnswer, 'robots' | 'robotsBase64'> {
  try {
    return { robots: decoder.decode(body) };
  } catch {
    return { robotsBase64: base64Of(body) };
  }
}

/** A number of characters that a function call accepts as arguments. */
const CHUNK = 8192;

function base64Of(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += CHUNK)
    text += String.fromCharCode(...octets.subarray(at, at + CHUNK));
  return btoa(text);
}
