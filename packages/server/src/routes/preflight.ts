/** `POST /v1/preflight`: what would really happen to a crawler at a page. */
import { createRoute, type z } from '@hono/zod-openapi';
import { preflight } from '@robots-exclusion/client/preflight';
import { parseUrl } from '@robots-exclusion/client/url';
import { preflightAnswer, preflightFacts } from '@robots-exclusion/operations/preflight';
import { preflightAnswer as answerSchema } from '@robots-exclusion/operations/schemas';
import { oneCrawler } from '../answers/one-crawler.ts';
import { ProblemError } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type PreflightRequest = z.output<RequestSchemas['preflight']>;

/** Answers one request with JSON text. */
export function preflightAnswers({ client, addressPolicy, limits, registry }: Services) {
  return async ({ url, agent, literal }: PreflightRequest, facts: RequestFacts): Promise<string> => {
    if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
      const message = 'Expected an http or https URL such as "https://example.com/"';
      throw new ProblemError('invalid-request', { errors: [{ path: 'url', message }] });
    }
    const crawler = oneCrawler({ agent, literal }, registry);
    const signal = facts.deadline.signal();
    const report = await preflight(client, url, {
      as: crawler.tokens,
      literal: literal ?? false,
      ...(crawler.known && { profile: crawler.known }),
      addressPolicy,
      // robots.txt, and the page twice.
      timeoutMs: Math.ceil(limits.requestTimeoutMs / 4),
      signal,
      beforeFetch: () => facts.share.takeFetch(signal),
    });
    return JSON.stringify(preflightAnswer(report, crawler, registry));
  };
}

/** The route's description. */
export function preflightRoute(schema: RequestSchemas['preflight']) {
  return createRoute({
    method: 'post',
    path: '/v1/preflight',
    summary: preflightFacts.title,
    description: preflightFacts.about,
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'The outcome', content: { 'application/json': { schema: answerSchema } } },
      ...bodyProblems,
    },
  });
}
