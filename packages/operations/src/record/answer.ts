/** What is known about a site's robots.txt. */
import type { Outcome, Refusal, RobotsRecord } from '@robots-exclusion/client';
import { withoutSecrets } from 'robots-exclusion/print';
import { type AttemptAnswer, attemptOf } from '../shared/evidence.ts';
import { isoTime } from '../shared/time.ts';

/** A record. Instants are in RFC 3339 format. */
export interface RecordAnswer {
  /** As asked. */
  readonly url: string;
  readonly origin?: string;
  readonly outcome: Outcome;
  /** The row of the outcome table that decided. */
  readonly policyRow: string;
  readonly robotsUrl?: string;
  /** For `refused`: what our own policy does not fetch, and how to allow it. */
  readonly refusal?: Refusal;
  readonly fetchedAt?: string;
  /** Until when it is valid without asking again. */
  readonly expiresAt?: string;
  readonly retryAt?: string;
  /** Only the beginning of the file was read. */
  readonly isTruncated?: true;
  /** The file, if it is UTF-8, in the form that a question accepts. */
  readonly robots?: string;
  /** The file, if it is not UTF-8. */
  readonly robotsBase64?: string;
  /** How it was obtained. */
  readonly evidence?: AttemptAnswer;
}

/** The answer for a record; its file on request. */
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

/** As text if that loses no octet. */
function bodyAnswer(body: Uint8Array): Pick<RecordAnswer, 'robots' | 'robotsBase64'> {
  try {
    return { robots: decoder.decode(body) };
  } catch {
    return { robotsBase64: base64Of(body) };
  }
}

/** As many characters as a function call accepts as arguments. */
const CHUNK = 8192;

function base64Of(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += CHUNK)
    text += String.fromCharCode(...octets.subarray(at, at + CHUNK));
  return btoa(text);
}
