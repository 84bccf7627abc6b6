/** What requests look like. Unknown members are refused, so that no misspelt option goes unnoticed. */
import { z } from '@hono/zod-openapi';
import {
  checkInput,
  diffInput,
  evaluateInput,
  lintInput,
  preflightInput,
  questionParts,
  readingsInput,
  usageInput,
} from '@robots-exclusion/operations/schemas';
import type { ServiceLimits } from '../limits.ts';
import { operationLimits } from '../operation-limits.ts';
import { auditRequest } from './audit-request.ts';
import { reserveRequest } from './reserve.ts';

/** The schemas of one service. */
export type RequestSchemas = ReturnType<typeof requestSchemas>;

/** Makes the schemas: the service's limits are in them. */
export function requestSchemas(limits: ServiceLimits) {
  const bounds = operationLimits(limits);
  const { url } = questionParts(bounds);
  const mode = z.enum(['default', 'reload', 'cache-only']).optional().openapi({
    description: 'Where robots.txt may come from. Default: a kept one while it is fresh.',
  });
  const check = checkInput(bounds);
  const evaluate = evaluateInput(bounds);
  const usage = usageInput(bounds);
  const lint = lintInput(bounds);
  const readings = readingsInput(bounds);
  const diff = diffInput(bounds);
  const preflight = preflightInput(bounds);
  const reserve = reserveRequest(bounds);
  const audit = auditRequest();
  const robotsQuery = z.strictObject({
    url: url.openapi({
      param: { name: 'url', in: 'query' },
      description: 'Any URL of the site.',
      example: 'https://example.com/',
    }),
    mode: mode.openapi({ param: { name: 'mode', in: 'query' } }),
  });
  const sitemapQuery = z.strictObject({
    url: url.openapi({
      param: { name: 'url', in: 'query' },
      description: 'Where the sitemap is.',
      example: 'https://example.com/sitemap.xml',
    }),
  });
  return {
    ...{ check, evaluate, usage, lint, readings, diff, preflight, reserve, audit },
    ...{ robotsQuery, sitemapQuery },
  };
}
