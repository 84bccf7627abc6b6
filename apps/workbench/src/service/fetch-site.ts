/** The live robots.txt of a site, through the service. */
import { createServiceClient } from '@robots-exclusion/server/client';

/** What the service knows of a site. */
export interface SiteRecord {
  readonly outcome: string;
  readonly policyRow: string;
  readonly robotsUrl?: string;
  /** Absent where there is nothing to read. */
  readonly body?: Uint8Array;
  /** One line of evidence: statuses, time, freshness. */
  readonly evidence: string;
}

const TIMEOUT_MS = 70_000;

/** @throws {Error} With a message for the reader, when the service answers with a problem or not at all. */
export async function fetchSite(url: string, mode: 'default' | 'reload'): Promise<SiteRecord> {
  const client = serviceClient();
  const response = await client.v1.robots.$get({ query: { url, mode } });
  if (!response.ok) {
    const problem = (await response.json().catch(() => undefined)) as
      | { title?: string; detail?: string; errors?: { message: string }[] }
      | undefined;
    const parts = [problem?.title, problem?.detail, ...(problem?.errors ?? []).map(({ message }) => message)];
    throw new Error(parts.filter(Boolean).join(': ') || `The service answered ${response.status}`);
  }
  const record = await response.json();
  const { outcome, policyRow, robotsUrl } = record;
  const body = bodyOf(record);
  return {
    outcome,
    policyRow,
    ...(robotsUrl !== undefined && { robotsUrl }),
    ...(body && { body }),
    evidence: evidenceText(record),
  };
}

/** What of the service's client is used here. */
interface RobotsClient {
  readonly v1: {
    readonly robots: {
      $get(request: { query: { url: string; mode: 'default' | 'reload' } }): Promise<{
        readonly ok: boolean;
        readonly status: number;
        json(): Promise<RobotsAnswer>;
      }>;
    };
  };
}

interface RobotsAnswer extends Evidenced {
  readonly outcome: string;
  readonly robotsUrl?: string;
  readonly robots?: string;
  readonly robotsBase64?: string;
}

function serviceClient(): RobotsClient {
  const client: unknown = createServiceClient(location.origin, {
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
  return client as RobotsClient;
}

function bodyOf({
  robots,
  robotsBase64,
}: {
  robots?: string | undefined;
  robotsBase64?: string | undefined;
}): Uint8Array | undefined {
  if (robots !== undefined) return new TextEncoder().encode(robots);
  if (robotsBase64 === undefined) return undefined;
  return Uint8Array.from(atob(robotsBase64), (character) => character.charCodeAt(0));
}

interface Evidenced {
  readonly policyRow: string;
  readonly expiresAt?: number | undefined;
  readonly evidence?:
    | {
        readonly wasKept: boolean;
        readonly startedAt: number;
        readonly endedAt: number;
        readonly hops: readonly { readonly status?: number | undefined }[];
        readonly error?: { readonly code: string; readonly message: string } | undefined;
      }
    | undefined;
}

function evidenceText({ policyRow, expiresAt, evidence }: Evidenced): string {
  const parts: string[] = [];
  if (evidence) {
    const statuses = evidence.hops.map(({ status }) => status ?? 'no answer').join(' → ');
    if (statuses !== '') parts.push(statuses);
    if (evidence.error) parts.push(evidence.error.code);
    parts.push(
      evidence.wasKept ? 'kept copy' : `${Math.max(0, Math.round(evidence.endedAt - evidence.startedAt))} ms`,
    );
  }
  if (expiresAt !== undefined) parts.push(`fresh until ${new Date(expiresAt).toLocaleTimeString()}`);
  return [...parts, policyRow].join(' · ');
}
