/** The live robots.txt of a site, through the service. */
import { createServiceClient, type Problem, type RobotsAnswer } from '@robots-exclusion/server/client';
import { failureText } from './failure-text.ts';

/** What the service knows of a site. */
export interface SiteRecord {
  readonly outcome: string;
  readonly robotsUrl?: string;
  /** Absent where there is nothing to read. */
  readonly body?: Uint8Array;
  /** What went wrong, as a sentence; absent where nothing did. */
  readonly failure?: string;
  /** One line of evidence: statuses, time, freshness. */
  readonly evidence: string;
}

const TIMEOUT_MS = 70_000;

/** @throws {Error} With a message for the reader, when the service answers with a problem or not at all. */
export async function fetchSite(url: string, mode: 'default' | 'reload'): Promise<SiteRecord> {
  const service = createServiceClient(location.origin, {
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
  const response = await service.v1.robots.$get({ query: { url, mode } });
  if (!response.ok) {
    // What stands between the page and the service may answer otherwise than the service does.
    const problem: Partial<Problem> = await response.json().catch(() => ({}));
    const { title, detail, errors = [] } = problem;
    const parts = [title, detail, ...errors.map(({ message }) => message)];
    throw new Error(parts.filter(Boolean).join(': ') || `The service answered ${response.status}`);
  }
  const record = await response.json();
  const { outcome, robotsUrl } = record;
  const body = bodyOf(record);
  const failure = failureText(record, url);
  return {
    outcome,
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(body && { body }),
    ...(failure !== undefined && { failure }),
    evidence: evidenceText(record),
  };
}

function bodyOf({ robots, robotsBase64 }: RobotsAnswer): Uint8Array | undefined {
  if (robots !== undefined) return new TextEncoder().encode(robots);
  if (robotsBase64 === undefined) return undefined;
  return Uint8Array.from(atob(robotsBase64), (character) => character.charCodeAt(0));
}

function evidenceText({ outcome, expiresAt, evidence }: RobotsAnswer): string {
  const parts: string[] = [];
  if (evidence) {
    const statuses = evidence.hops.map(({ status }) => status ?? 'no answer').join(' → ');
    if (statuses !== '') parts.push(statuses);
    parts.push(
      evidence.wasKept ? 'kept copy' : `${Math.max(0, Math.round(evidence.endedAt - evidence.startedAt))} ms`,
    );
  }
  if (expiresAt !== undefined && outcome !== 'stale-rules')
    parts.push(`fresh until ${new Date(expiresAt).toLocaleTimeString()}`);
  return parts.join(' · ');
}
