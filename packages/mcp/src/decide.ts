/** One URL, one crawler: the client's decision, and what else a caller asked for. */
import type { Decision, Evidence } from '@robots-exclusion/client';
import { parseUrl } from '@robots-exclusion/client/url';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import type { Use } from 'robots-exclusion/usage';
import { addressed, noteOn } from './crawler.ts';
import type { ToolDecision } from './decision-schema.ts';
import { FetchLimitError } from './fetch-budget.ts';
import type { Call } from './services.ts';
import { usageFor } from './use.ts';

/** What is asked of each URL. */
export interface Question {
  readonly crawler: ResolvedCrawler;
  /** As the caller named it. */
  readonly name: string | string[];
  readonly use?: Use | undefined;
  readonly explain?: boolean;
}

/** Resolves for every outcome of the network; rejects when the call was cancelled. */
export async function decide(url: string, question: Question, call: Call): Promise<ToolDecision> {
  const { crawler, name, use, explain = false } = question;
  const { client, documents } = call.services;
  const { signal } = call;
  if (!parseUrl(url)) return refused(url, name, 'invalid-url');
  const asked = { ...addressed(crawler), signal, explain, beforeFetch: turnOf(call) };
  try {
    const { evidence, verdict, ...decision } = await client.check(url, asked);
    const document = needsFile(decision, verdict, question) ? await documents.of(url, asked) : undefined;
    const answer: ToolDecision = {
      ...decision,
      crawler: name,
      ...(verdict && { verdict: mutable(verdict) }),
      ...noteOn(document, crawler),
      ...(evidence && { evidence: evidenceOf(evidence) }),
    };
    if (use === undefined) return answer;
    const isLost = document === undefined && hasRules(decision);
    return isLost ? later(answer) : withUse(answer, use, document, crawler);
  } catch (error) {
    if (error instanceof FetchLimitError) return refused(url, name, 'fetch-limit', error.retryAt);
    throw error;
  }
}

/** Takes a fetch out of the budget when one begins. */
export function turnOf({ services }: Call): () => Promise<() => void> {
  return async () => {
    services.takeFetch();
    return () => {};
  };
}

function hasRules({ outcome }: Pick<Decision, 'outcome'>): boolean {
  return outcome === 'rules' || outcome === 'stale-rules';
}

/** The rules were there and what else the file states could not be read again: that is not silence. */
function later(answer: ToolDecision): ToolDecision {
  if (answer.action !== 'fetch') return answer;
  return { ...answer, allowed: false, action: 'defer', retryAt: answer.expiresAt ?? answer.fetchedAt ?? 0 };
}

function needsFile(
  decision: Omit<Decision, 'verdict'>,
  verdict: Decision['verdict'],
  { crawler, use }: Question,
): boolean {
  if (!hasRules(decision)) return false;
  return use !== undefined || crawler.known !== undefined || verdict?.because === 'no-group';
}

/** A use that the site disallows is a reason to skip, like a rule; one that it says nothing about is none. */
function withUse(
  answer: ToolDecision,
  use: Use,
  document: Parameters<typeof usageFor>[0],
  { who }: ResolvedCrawler,
): ToolDecision {
  const usage = usageFor(document, who, answer.url, use);
  if (answer.action !== 'fetch' || usage.preference !== 'disallow') return { ...answer, usage };
  return { ...answer, usage, allowed: false, action: 'skip' };
}

const MESSAGES = {
  'invalid-url': 'Not an absolute URL: nothing was asked',
  'fetch-limit': 'No more may be fetched in this minute: nothing was asked',
} as const;

function refused(
  url: string,
  crawler: string | string[],
  code: keyof typeof MESSAGES,
  retryAt?: number,
): ToolDecision {
  const error = { code, message: MESSAGES[code] };
  const common = { url, crawler, allowed: false, policyRow: code, error } as const;
  return retryAt === undefined
    ? { ...common, action: 'skip', outcome: 'unsupported' }
    : { ...common, action: 'defer', outcome: 'not-cached', retryAt };
}

function evidenceOf({ wasKept, startedAt, endedAt, status, hops, headers, error }: Evidence) {
  return {
    wasKept,
    startedAt,
    endedAt,
    ...(status !== undefined && { status }),
    hops: hops.map((hop) => ({ url: hop.url, ...(hop.status ? { status: hop.status } : {}) })),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    ...(error && { error }),
  };
}

/** Core's verdicts are frozen, which the schema's types do not know. */
function mutable(verdict: NonNullable<Decision['verdict']>): NonNullable<ToolDecision['verdict']> {
  return verdict as unknown as NonNullable<ToolDecision['verdict']>;
}
