/** `POST /v1/preflight`: shows the responses that a crawler would actually get for a page. */
import { createRoute, type z } from '@hono/zod-openapi';
import { preflight } from '@robots-exclusion/operations/preflight';
import { preflightAnswer } from '@robots-exclusion/operations/schemas';
import { operationLimits } from '../operation-limits.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type PreflightRequest = z.output<RequestSchemas['preflight']>;

/** Answers one request with JSON text. */
export function preflightAnswers({ client, addressPolicy, limits, registry }: Services) {
  const bounds = { limits: operationLimits(limits), registry };
  return async (request: PreflightRequest, facts: RequestFacts): Promise<string> => {
    const signal = facts.deadline.signal();
    const answer = await preflight.run(preflight.asked(request, bounds), {
      ...{ client, addressPolicy, registry, signal },
      // Each fetch gets a quarter of the request's time, because robots.txt is fetched once and the page twice.
      timeoutMs: Math.ceil(limits.requestTimeoutMs / 4),
      beforeFetch: () => facts.share.takeFetch(signal),
    });
    return JSON.stringify(answer);
  };
}

export function preflightRoute(schema: RequestSchemas['preflight']) {
  return createRoute({
    method: 'post',
    path: '/v1/preflight',
    summary: preflight.title,
    description: preflight.about,
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'The outcome', content: { 'application/json': { schema: preflightAnswer } } },
      ...bodyProblems,
    },
  });
}
