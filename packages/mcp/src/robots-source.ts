/** The robots.txt of a call: passed in, or fetched from a site. */

import type { Refusal } from '@robots-exclusion/client';
import { parseUrl } from '@robots-exclusion/client/url';
import { OperationError } from '@robots-exclusion/operations';
import { recordBasis } from '@robots-exclusion/operations/check';
import { refusalAdvice, refusalReason } from '@robots-exclusion/operations/reason';
import { questionParts } from '@robots-exclusion/operations/schemas';
import {
  type FileEvidence,
  fileEvidenceOf,
  type GivenRobots,
  type RobotsBody,
  robotsBody,
} from '@robots-exclusion/operations/shared';
import { site } from '@robots-exclusion/operations/words';
import { turnOf } from './decide.ts';
import { listLimits } from './question.ts';
import type { Call } from './services.ts';
import { wordsText } from './words-text.ts';

/**
 * The maximum number of characters of a file that a call passes in. It exceeds the length of any file of which crawlers
 * read at least a part.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024;

const { robots, robotsBase64 } = questionParts(listLimits);

/** The members that pass in a file. */
export const fileInput = {
  robots: robots.unwrap().max(MAX_CHARACTERS).optional().describe('robots.txt to use instead of the site’s'),
  robotsBase64: robotsBase64.unwrap().max(MAX_CHARACTERS).optional().describe('Its exact octets'),
};

/**
 * Thrown if no robots.txt could be obtained from the site. The message is this package's text and marks any lines that
 * come from the site.
 */
export class NoRobotsError extends Error {
  override readonly name = 'NoRobotsError';
}

/** A file, and how it was obtained. */
export interface RobotsSource {
  readonly robots: RobotsBody;
  readonly evidence: FileEvidence;
}

/**
 * The file that a call passes in. As in every interface, a file that exceeds the limit is truncated, and the answer
 * reports the truncation.
 */
export function handedIn(
  { robots, robotsBase64 }: GivenRobots,
  { services }: Pick<Call, 'services'>,
): RobotsBody | undefined {
  if (robots === undefined && robotsBase64 === undefined) return undefined;
  if (robots !== undefined && robotsBase64 !== undefined)
    throw new OperationError('invalid-request', 'Expected either "robots" or "robotsBase64"');
  const got = robots === undefined ? undefined : mistakenFor(robots.trim());
  if (got) throw new OperationError('invalid-request', `Expected the text of a robots.txt, got ${got}`);
  return robotsBody({ robots, robotsBase64 }, services.limits.maxRobotsBytes);
}

/** What a model passed in place of a text that has several lines: read as one, it would let everybody in. */
function mistakenFor(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return undefined;
  if (/^https?:\/\/\S+$/i.test(text)) return 'a URL; leave the text out, and it is fetched from the site';
  return /\\n/.test(text)
    ? '"\\n" in place of its line ends; a file that is so is asked about in base64'
    : undefined;
}

/** @throws {OperationError} If the call has no file and no URL. @throws {NoRobotsError} If the file cannot be obtained now. */
export async function robotsSource(
  given: GivenRobots & { url?: string | undefined },
  call: Call,
): Promise<RobotsSource> {
  const own = handedIn(given, call);
  if (own !== undefined) return { robots: own, evidence: { outcome: 'handed-in' } };
  const { url } = given;
  if (url === undefined || !parseUrl(url))
    throw new OperationError('invalid-request', `The URL of the site is not an absolute URL`);
  return siteSource(url, call);
}

async function siteSource(url: string, call: Call): Promise<RobotsSource> {
  const { client, limits, now } = call.services;
  const record = await client.robots(url, { signal: call.signal, beforeFetch: turnOf(call) });
  const { outcome, policyRow, refusal } = record;
  const evidence = fileEvidenceOf(record);
  if (refusal) throw new NoRobotsError(`The robots.txt was not fetched: ${refusalText(refusal, url)}`);
  const { robots } = recordBasis(record, { maxRobotsBytes: limits.maxRobotsBytes, now: now() });
  if (robots && (outcome === 'rules' || outcome === 'stale-rules')) return { robots, evidence };
  if (outcome === 'no-rules') return { robots: { body: '', maxBytes: 1 }, evidence };
  throw new NoRobotsError(`The robots.txt could not be fetched: ${policyRow}`);
}

/** Explains that this server does not fetch from an address, and how the server's operator can allow the address. */
export function refusalText(refusal: Refusal, url?: string): string {
  const { why, quoted } = refusalReason(refusal, url);
  const quote = quoted === undefined ? [] : [[site(quoted)]];
  return wordsText([why, ...quote, ...refusalAdvice(refusal, url)]);
}
