/** `GET /v1/sitemap?url=`: returns the locations of one sitemap or sitemap index. */
import { createRoute } from '@hono/zod-openapi';
import { parseUrl } from '@robots-exclusion/client/url';
import { ProblemError, problemKinds } from '../problems.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import { sitemapAnswer } from '../schemas/sitemap.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import { SitemapError } from '../sitemaps/fetch-sitemap.ts';
import { bodyProblems, queryProblems } from './problem-responses.ts';

export function sitemapRoute(query: RequestSchemas['sitemapQuery']) {
  return createRoute({
    method: 'get',
    path: '/v1/sitemap',
    summary: 'The locations of one sitemap or sitemap index',
    description:
      'Fetched within the limits of the service, compressed or not, if the robots.txt of its site allows it.',
    request: { query },
    responses: {
      200: { description: 'The locations', content: { 'application/json': { schema: sitemapAnswer } } },
      ...queryProblems,
      // The problems of routes with a body also occur here, because parsing a site's response can be as slow or
      // expensive as parsing a client's body.
      408: bodyProblems[408],
      422: bodyProblems[422],
      502: { ...bodyProblems[422], description: problemKinds['no-sitemap'].title },
    },
  });
}

export async function sitemapJson(
  { url }: { url: string },
  { env }: ServiceContext,
  services: Services,
): Promise<string> {
  if (parseUrl(url) === undefined)
    throw invalid('Expected an absolute URL such as "https://example.com/sitemap.xml"');
  try {
    return await services.sitemap(url, env);
  } catch (error) {
    if (env.deadline.isOver()) throw new ProblemError('overloaded', { retryAfter: 1 });
    throw error instanceof SitemapError ? new ProblemError('no-sitemap', { detail: error.message }) : error;
  }
}

function invalid(message: string): ProblemError {
  return new ProblemError('invalid-request', { errors: [{ path: 'url', message }] });
}
