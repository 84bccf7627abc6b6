/** `preflight`: requests a page as the crawler, and under the program's own name. */
import type { AddressPolicy, RobotsClient } from '@robots-exclusion/client';
import { type PreflightOptions, preflight } from '@robots-exclusion/client/preflight';
import { parseUrl } from '@robots-exclusion/client/url';
import type { AgentIndex, ResolvedCrawler } from 'robots-exclusion/agents';
import { OperationError } from '../errors.ts';
import { type PreflightAnswer, preflightAnswer } from './answer.ts';

/** What a preflight needs from the program around it. */
export interface PreflightPort {
  readonly client: RobotsClient;
  /** For pages, which the client does not fetch. */
  readonly addressPolicy: AddressPolicy;
  readonly signal: AbortSignal;
  /** The registry for crawlers. Default: the crawlers that this project knows. */
  readonly registry?: AgentIndex | undefined;
  /** Per request. */
  readonly timeoutMs?: number | undefined;
  readonly beforeFetch?: NonNullable<PreflightOptions['beforeFetch']> | undefined;
}

/**
 * Requests the page.
 *
 * @throws {OperationError} If `url` is not an http or https URL.
 */
export async function preflightPage(
  url: string,
  crawler: ResolvedCrawler,
  { client, addressPolicy, signal, registry, timeoutMs, beforeFetch }: PreflightPort,
): Promise<PreflightAnswer> {
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    const message = 'Expected an http or https URL such as "https://example.com/"';
    throw new OperationError('invalid-request', message, 'url');
  }
  const { tokens, known, isLiteral } = crawler;
  const [userAgent] = registry?.byToken.get(tokens[0]?.toLowerCase() ?? '')?.exampleUserAgents ?? [];
  const report = await preflight(client, url, {
    as: tokens,
    literal: isLiteral,
    ...(known && { profile: known }),
    ...(userAgent !== undefined && { userAgent }),
    addressPolicy,
    ...(timeoutMs !== undefined && { timeoutMs }),
    signal,
    ...(beforeFetch && { beforeFetch }),
  });
  return preflightAnswer(report, crawler, registry);
}
