/**
 * `POST /v1/reserve`: reserves the next instant at which a crawler may send a request to an origin. All clients of this
 * service share the reservations.
 */
import { createRoute, type z } from '@hono/zod-openapi';
import { questionOf } from '@robots-exclusion/operations/evaluate';
import { isoTime, oneCrawler } from '@robots-exclusion/operations/shared';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import { checkUrls } from '../check/check-urls.ts';
import { operationLimits } from '../operation-limits.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import { reserveAnswer } from '../schemas/reserve.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type ReserveRequest = z.output<RequestSchemas['reserve']>;

/** Answers one request with JSON text. */
export function reserveAnswers(services: Services) {
  const { limits, registry } = services;
  const bounds = { limits: operationLimits(limits), registry };
  return async (
    { url, agent, literal, use, maxWaitMs }: ReserveRequest,
    facts: RequestFacts,
  ): Promise<string> => {
    const crawler = oneCrawler({ agent, literal }, registry);
    const asked = { ...questionOf({ literal, use }, bounds), crawlers: [crawler] };
    const [text = ''] = await checkUrls({ urls: [url], asked }, 'default', services, facts);
    if (JSON.parse(text).action !== 'fetch') return `{"decision":${text}}`;
    const turn = await turnOf({ url, crawler, maxWaitMs }, services, facts);
    return `{"decision":${text},${JSON.stringify(turn).slice(1)}`;
  };
}

type Turn = Pick<z.output<typeof reserveAnswer>, 'reservation' | 'retryAt'>;

async function turnOf(
  { url, crawler, maxWaitMs }: { url: string; crawler: ResolvedCrawler; maxWaitMs: number },
  { client, now }: Services,
  { deadline, share }: RequestFacts,
): Promise<Turn> {
  const signal = deadline.signal();
  const { known, isLiteral, tokens } = crawler;
  const slot = await client.reserve(url, {
    ...(known === undefined || isLiteral ? { productTokens: tokens } : { profile: known }),
    signal,
    beforeFetch: () => share.takeFetch(signal),
  });
  const { at, delayMs = 0 } = slot;
  const waitMs = Math.max(0, at - now());
  if (waitMs <= maxWaitMs) return { reservation: { at: isoTime(at), waitMs, delayMs } };
  slot.giveBack?.();
  return { retryAt: isoTime(at - maxWaitMs) };
}

export function reserveRoute(schema: RequestSchemas['reserve']) {
  return createRoute({
    method: 'post',
    path: '/v1/reserve',
    summary: 'When may this crawler fetch this URL?',
    description:
      'Decides as `/v1/check` does. If the page may be fetched, reserves the next instant that the site’s Crawl-delay allows this crawler. All clients that reserve instants here keep the delay together.',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: {
        description: 'The decision and the instant',
        content: { 'application/json': { schema: reserveAnswer } },
      },
      ...bodyProblems,
    },
  });
}
