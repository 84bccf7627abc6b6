/** Checks whether a site allows the intended use of its content, first in robots.txt, then in the response header. */
import { type Crawler, parse } from 'robots-exclusion';
import type { Use } from 'robots-exclusion/usage';
import type { RobotsClient } from '../client.ts';
import type { Decision } from '../decision.ts';
import { GuardError } from './guard-error.ts';

export interface UseQuestion {
  readonly use: Use;
  readonly who: Crawler;
  readonly signal: AbortSignal | undefined;
}

/** Checks the header of a response. Returns the error if it forbids the use; otherwise, undefined. */
export type UseCheck = (headers?: Headers) => GuardError | undefined;

/** @throws {GuardError} If robots.txt or the response disallows the use, or robots.txt cannot be read again. */
export async function requireUse(
  client: RobotsClient,
  decision: Decision,
  question: UseQuestion,
  headers?: Headers,
): Promise<void> {
  const refusal = (await useCheckOf(client, decision, question))(headers);
  if (refusal) throw refusal;
}

/**
 * Creates a check for the response to a request that has not been made yet. The most restrictive statement counts.
 *
 * @throws {GuardError} If the file cannot be read again.
 */
export async function useCheckOf(
  client: RobotsClient,
  decision: Decision,
  { use, who, signal }: UseQuestion,
): Promise<UseCheck> {
  const { placeOf, usageReport } = await import('robots-exclusion/usage');
  const document = parse(await bodyOf(client, decision, signal));
  return (headers) => {
    const fields = headers && { headers: Object.fromEntries(headers) };
    const { preference, decidedBy } = usageReport(document, who, decision.url, fields).uses[use];
    if (preference !== 'disallow') return undefined;
    const place = decidedBy ? ` (${placeOf(decidedBy)})` : '';
    const message = `Cannot use ${JSON.stringify(decision.url)} for ${use}: the site disallows it${place}`;
    return new GuardError('ROBOTS_USE_DISALLOWED', decision, message);
  };
}

/**
 * The body of robots.txt. If it is not stored, it is fetched again, because a missing copy does not mean that the file
 * states nothing.
 */
async function bodyOf(
  client: RobotsClient,
  decision: Decision,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | string> {
  const hasRules = decision.outcome === 'rules' || decision.outcome === 'stale-rules';
  if (!hasRules) return '';
  const asked = signal === undefined ? {} : { signal };
  const cached = await client.robots(decision.url, { ...asked, mode: 'cache-only' });
  const { body } = cached.body === undefined ? await client.robots(decision.url, asked) : cached;
  if (body !== undefined) return body;
  const { fetchedAt = 0, expiresAt = fetchedAt } = decision;
  const message = `Cannot fetch ${JSON.stringify(decision.url)} now: the usage statements of its robots.txt cannot be read`;
  throw new GuardError('ROBOTS_DEFERRED', { ...decision, retryAt: expiresAt }, message);
}
