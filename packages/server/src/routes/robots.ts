/** `GET /v1/robots?url=`: returns the record of a site's robots.txt, with the evidence. */

import { createRoute } from '@hono/zod-openapi';
import { parseUrl } from '@robots-exclusion/client/url';
import { recordAnswer } from '@robots-exclusion/operations/record';
import { recordAnswer as recordSchema } from '@robots-exclusion/operations/schemas';
import { recordOf } from '../check/check-urls.ts';
import { ProblemError } from '../problems.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import { queryProblems } from './problem-responses.ts';

export function robotsRoute(query: RequestSchemas['robotsQuery']) {
  return createRoute({
    method: 'get',
    path: '/v1/robots',
    summary: 'The robots.txt of a site, and how it was obtained',
    description: 'Returned from the store while it is fresh, otherwise fetched.',
    request: { query },
    responses: {
      200: { description: 'The record', content: { 'application/json': { schema: recordSchema } } },
      ...queryProblems,
    },
  });
}

/** The record for a URL as JSON text. */
export async function robotsAnswer(
  { url, mode = 'default' }: { url: string; mode?: 'default' | 'reload' | 'cache-only' | undefined },
  { env }: ServiceContext,
  services: Services,
): Promise<string> {
  if (parseUrl(url) === undefined) {
    const errors = [{ path: 'url', message: 'Expected an absolute URL such as "https://example.com/"' }];
    throw new ProblemError('invalid-request', { errors });
  }
  try {
    return JSON.stringify(await recordAnswer(await recordOf(url, mode, services, env), { hasBody: true }));
  } catch (error) {
    if (env.deadline.isOver()) throw new ProblemError('overloaded', { retryAfter: 1 });
    throw error;
  }
}
