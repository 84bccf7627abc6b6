/** The output of a query for a site's robots.txt. */
import type { Outcome, Refusal, RobotsRecord } from '@robots-exclusion/client';
import { parse } from 'robots-exclusion';
import { withoutUserInformation } from 'robots-exclusion/print';
import { type AttemptAnswer, attemptOf } from '../shared/evidence.ts';
import { fileNotesOf, inPlaceNote } from '../shared/file-notes.ts';
import { isoTime } from '../shared/time.ts';

/** A record of a site's robots.txt. Times are in RFC 3339 format. */
export interface RecordAnswer {
  /** The URL as requested. */
  readonly url: string;
  readonly origin?: string;
  readonly outcome: Outcome;
  /** The row of the outcome table that determined the decision. */
  readonly policyRow: string;
  readonly robotsUrl?: string;
  /** For `refused`, the part of this program's policy that forbids the fetch, and how to allow it. */
  readonly refusal?: Refusal;
  readonly fetchedAt?: string;
  /** The time until which the record is valid without another request. */
  readonly expiresAt?: string;
  readonly retryAt?: string;
  /** True if only the beginning of the file was read. */
  readonly isTruncated?: true;
  /** What the file is, or what answered in its place, if it is not a robots.txt. */
  readonly notRobotsTxt?: string;
  /** The file as text in the form that an input accepts, if it is UTF-8. */
  readonly robots?: string;
  /** The file in Base64, if it is not UTF-8. */
  readonly robotsBase64?: string;
  /** How the file was obtained. */
  readonly evidence?: AttemptAnswer;
}

/** The answer for a record. It contains the file only on request. */
export async function recordAnswer(
  record: RobotsRecord,
  { hasBody }: { hasBody: boolean },
): Promise<RecordAnswer> {
  const isPage = record.policyRow.endsWith('/2xx-html') && record.body !== undefined;
  const { notRobotsTxt = await inPlaceNote(record) } = isPage ? fileNotesOf(parse(record.body ?? '')) : {};
  const { url, origin, outcome, policyRow, robotsUrl, refusal, body, isTruncated, evidence } = record;
  return {
    url: withoutUserInformation(url),
    ...(origin !== undefined && { origin }),
    ...{ outcome, policyRow },
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(refusal && { refusal }),
    ...instants(record),
    ...(isTruncated && { isTruncated }),
    ...(notRobotsTxt !== undefined && { notRobotsTxt }),
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

/** The file as text if no octets are lost; otherwise, in Base64. */
function bodyAnswer(body: Uint8Array): Pick<RecordAnswer, 'robots' | 'robotsBase64'> {
  try {
    return { robots: decoder.decode(body) };
  } catch {
    return { robotsBase64: base64Of(body) };
  }
}

/** The number of octets to pass as arguments to one function call. */
const CHUNK = 8192;

function base64Of(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += CHUNK)
    text += String.fromCharCode(...octets.subarray(at, at + CHUNK));
  return btoa(text);
}
