/** The schemas of requests. Unknown members are rejected, so that misspelled options are noticed. */
import { z } from '@hono/zod-openapi';
import type { OperationLimits } from '@robots-exclusion/operations';
import { type QuestionName, questionParts, questionSchemas } from '@robots-exclusion/operations/schemas';
import type { ServiceLimits } from '../limits.ts';
import { operationLimits } from '../operation-limits.ts';
import { reserveRequest } from './reserve.ts';

export type RequestSchemas = ReturnType<typeof requestSchemas>;

/** Creates the schemas, which enforce the service's limits. */
export function requestSchemas(limits: ServiceLimits) {
  const bounds = operationLimits(limits);
  const { url } = questionParts(bounds);
  const mode = z.enum(['default', 'reload', 'cache-only']).optional().openapi({
    description:
      'When to fetch robots.txt again: `default` if the stored copy has expired or is about to, `reload` even if it is fresh (the service may limit how often), `cache-only` never. Default: `default`.',
  });
  const reserve = reserveRequest(bounds);
  const robotsQuery = z.strictObject({
    url: url.openapi({
      param: { name: 'url', in: 'query' },
      format: 'uri',
      description: 'Any URL of the site.',
      example: 'https://example.com/',
    }),
    mode: mode.openapi({ param: { name: 'mode', in: 'query' } }),
  });
  const sitemapQuery = z.strictObject({
    url: url.openapi({
      param: { name: 'url', in: 'query' },
      format: 'uri',
      description: 'The URL of the sitemap.',
      example: 'https://example.com/sitemap.xml',
    }),
  });
  return {
    ...inputs(bounds),
    ...{ reserve, robotsQuery, sitemapQuery },
  };
}

type Inputs = {
  [Name in QuestionName]: ReturnType<(typeof questionSchemas)[Name]['input']>;
};

function inputs(bounds: OperationLimits): Inputs {
  const each = Object.entries(questionSchemas).map(([name, { input }]) => [name, input(bounds)]);
  return Object.fromEntries(each);
}
