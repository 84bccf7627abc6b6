/** The output of a query for a site's robots.txt. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { withoutUserInformation } from 'robots-exclusion/print';
import { attemptOf } from '../shared/evidence.ts';
import { isoTime } from '../shared/time.ts';
import { inPlaceNote } from './in-place-note.ts';
import type { RecordAnswer } from './schema.ts';

/** The answer for a record. It contains the file only on request. */
export async function recordAnswer(
  record: RobotsRecord,
  { hasBody }: { hasBody: boolean },
): Promise<RecordAnswer> {
  const notRobotsTxt = await inPlaceNote(record);
  const { url, origin, outcome, policyRow, robotsUrl, refusal, body, isTruncated, evidence } = record;
  return {
    url,
    ...(origin !== undefined && { origin }),
    ...{ outcome, policyRow },
    ...(robotsUrl !== undefined && { robotsUrl: withoutUserInformation(robotsUrl) }),
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
