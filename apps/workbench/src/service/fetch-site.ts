/** Fetches the live robots.txt of a site through the service. */
import { allProgramTexts } from '@robots-exclusion/client/programs';
import { createServiceClient, type RobotsAnswer } from '@robots-exclusion/server/client';
import { siteReport } from './failure-text.ts';
import { problemText } from './problem-text.ts';

export interface SiteRecord {
  readonly robotsUrl?: string;
  /** The octets of the file; absent if the site has none. */
  readonly body?: Uint8Array;
  /** Whether the rules are unknown. */
  readonly isFailure: boolean;
  /** Unusual properties of the response, as sentences; absent if there are none. */
  readonly report?: string;
  /** Which recorded crawlers take the response otherwise than RFC 9309 describes, as sentences. */
  readonly programs: readonly string[];
  /** Statuses of the responses, in order: `301 → 200`. */
  readonly statuses: string;
  /** Epoch milliseconds. */
  readonly fetchedAt?: number;
  readonly retryAt?: number;
  /** The origin that the service's own policy refused. */
  readonly refusedOrigin?: string;
}

const TIMEOUT_MS = 70_000;

/** @throws {Error} With a message for the user, if the service reports a problem or does not respond. */
export async function fetchSite(url: string, mode: 'default' | 'reload'): Promise<SiteRecord> {
  const service = createServiceClient(location.origin, {
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
  const response = await service.v1.robots.$get({ query: { url, mode } });
  if (!response.ok) throw new Error(await problemText(response));
  return recordOf(await response.json(), url);
}

function recordOf(answer: RobotsAnswer, url: string): SiteRecord {
  const { robotsUrl, fetchedAt, retryAt, expiresAt, evidence, refusal } = answer;
  const body = bodyOf(answer);
  const report = siteReport(answer, url);
  const at = fetchedAt ?? evidence?.endedAt;
  const next = retryAt ?? expiresAt;
  return {
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(body && { body }),
    isFailure: report?.isFailure ?? false,
    ...(report && { report: report.text }),
    programs: programTextsOf(answer, url, body),
    statuses: (evidence?.hops ?? []).map(({ status }) => status ?? 'no answer').join(' → '),
    ...(at !== undefined && { fetchedAt: Date.parse(at) }),
    ...(refusal?.by === 'address-policy' && { refusedOrigin: refusal.origin }),
    ...(report?.isFailure && next !== undefined && { retryAt: Date.parse(next) }),
  };
}

function programTextsOf(
  answer: RobotsAnswer,
  url: string,
  body: Uint8Array = new Uint8Array(),
): readonly string[] {
  const { robotsUrl = new URL('/robots.txt', url).href, evidence, policyRow, refusal } = answer;
  if (!evidence || refusal) return [];
  const { hops, status = hops.at(-1)?.status, headers } = evidence;
  const finalUrl = hops.at(-1)?.url ?? robotsUrl;
  return allProgramTexts({ url: robotsUrl, finalUrl, status, policyRow, headers, body });
}

function bodyOf({ robots, robotsBase64 }: RobotsAnswer): Uint8Array | undefined {
  if (robots !== undefined) return new TextEncoder().encode(robots);
  if (robotsBase64 === undefined) return undefined;
  return Uint8Array.from(atob(robotsBase64), (character) => character.charCodeAt(0));
}
