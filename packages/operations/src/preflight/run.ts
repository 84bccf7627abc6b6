/** `preflight`: requests a page under the crawler's name and under the program's own name. */
import type { AddressPolicy, RobotsClient } from '@robots-exclusion/client';
import { type PreflightOptions, preflight as requestPage } from '@robots-exclusion/client/preflight';
import { parseUrl } from '@robots-exclusion/client/url';
import type { AgentIndex, ResolvedCrawler } from 'robots-exclusion/agents';
import { OperationError } from '../errors.ts';
import type { PortOperation } from '../operation.ts';
import { oneCrawler } from '../shared/one-crawler.ts';
import { preflightAnswer } from './answer.ts';
import type { PreflightAnswer, PreflightInput } from './schema.ts';
import { preflightWords } from './words.ts';

/** The functions and settings that a preflight needs from its caller. */
export interface PreflightPort {
  readonly client: RobotsClient;
  /** The address policy for page requests, which do not go through the client. */
  readonly addressPolicy: AddressPolicy;
  readonly signal: AbortSignal;
  /** The registry of crawlers. Default: the crawlers that this project knows. */
  readonly registry?: AgentIndex | undefined;
  /** Time limit per request, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly beforeFetch?: NonNullable<PreflightOptions['beforeFetch']> | undefined;
}

/** The input, with its crawler resolved. */
export interface PreflightAsked {
  readonly url: string;
  readonly crawler: ResolvedCrawler;
}

/** Requests a page under the crawler's name and under the program's own name. */
export const preflight = {
  name: 'preflight',
  title: 'What would really happen if this crawler requested this page?',
  about:
    'Requests the page as the crawler and as this program, each only if robots.txt allows it, and reports who gets it and what refuses the others. Use it for your own sites or crawler.',
  shape: 'one',
  example: { url: 'https://example.com/', agent: 'FooBot' },
  asked: ({ url, agent, literal }, { registry }) => ({
    url,
    crawler: oneCrawler({ agent, literal }, registry),
  }),
  run: preflightPage,
  words: preflightWords,
} as const satisfies PortOperation<PreflightInput, PreflightAsked>;

/** @throws {OperationError} If `url` is not an http or https URL. */
async function preflightPage(
  { url, crawler }: PreflightAsked,
  { client, addressPolicy, signal, registry, timeoutMs, beforeFetch }: PreflightPort,
): Promise<PreflightAnswer> {
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    const message = 'Expected an http or https URL such as "https://example.com/"';
    throw new OperationError('invalid-request', message, 'url');
  }
  const { tokens, known, isLiteral } = crawler;
  const [userAgent] = registry?.byToken.get(tokens[0]?.toLowerCase() ?? '')?.exampleUserAgents ?? [];
  const report = await requestPage(client, url, {
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
