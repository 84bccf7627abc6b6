/** `POST /v1/check`: obtains robots.txt, fetching it if necessary, and decides about URLs. */
import { createRoute, type z } from '@hono/zod-openapi';
import { check } from '@robots-exclusion/operations/check';
import { decisionsAnswer } from '@robots-exclusion/operations/schemas';
import { checkUrls } from '../check/check-urls.ts';
import { operationLimits } from '../operation-limits.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type CheckRequest = z.output<RequestSchemas['check']>;

/** Answers one request with JSON text. */
export function checkAnswers(services: Services) {
  const { limits, registry } = services;
  const bounds = { limits: operationLimits(limits), registry };
  return async (request: CheckRequest, facts: RequestFacts): Promise<string> => {
    const { mode = 'default' } = request;
    const results = await checkUrls(check.asked(request, bounds), mode, services, facts);
    return `{"results":[${results.join(',')}]}`;
  };
}

export function checkRoute(schema: RequestSchemas['check']) {
  return createRoute({
    method: 'post',
    path: '/v1/check',
    summary: check.title,
    description: `${check.about} An NDJSON stream is answered line by line: each line is a request, with an optional \`id\`.`,
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'Decisions', content: { 'application/json': { schema: decisionsAnswer } } },
      ...bodyProblems,
    },
  });
}
