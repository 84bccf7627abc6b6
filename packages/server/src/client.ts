/**
 * A typed client for the service. Its types derive from the types of the service's routes. It works wherever `fetch`
 * exists.
 */

import type {
  auditAnswer,
  decisionsAnswer,
  diffAnswer,
  evaluateAnswer,
  lintAnswer,
  preflightAnswer,
  readingsAnswer,
  recordAnswer,
} from '@robots-exclusion/operations/schemas';
import { type ApplyGlobalResponse, hc } from 'hono/client';
import type { JSONParsed } from 'hono/utils/types';
import type { z } from 'zod';
import type { AppType } from './app.ts';
import type { Problem } from './problems.ts';
import type { bodyProblems } from './routes/problem-responses.ts';
import type { reserveAnswer } from './schemas/reserve.ts';
import type { sitemapAnswer } from './schemas/sitemap.ts';

export type { AppType } from './app.ts';
export type { Problem } from './problems.ts';
export type { Health, Readiness } from './routes/health.ts';

/** The response body of `POST /v1/check`. */
export type CheckAnswer = JSONParsed<z.output<typeof decisionsAnswer>>;
/** The response body of `POST /v1/evaluate`. */
export type EvaluateAnswer = JSONParsed<z.output<typeof evaluateAnswer>>;
/** The response body of `POST /v1/lint`. */
export type LintAnswer = JSONParsed<z.output<typeof lintAnswer>>;
/** The response body of `POST /v1/diff`. */
export type DiffAnswer = JSONParsed<z.output<typeof diffAnswer>>;
/** The response body of `POST /v1/readings`. */
export type ReadingsAnswer = JSONParsed<z.output<typeof readingsAnswer>>;
/** The response body of `POST /v1/preflight`. */
export type PreflightAnswer = JSONParsed<z.output<typeof preflightAnswer>>;
/** The response body of `POST /v1/reserve`. */
export type ReserveAnswer = JSONParsed<z.output<typeof reserveAnswer>>;
/** The response body of `POST /v1/audit`. */
export type AuditAnswer = z.output<typeof auditAnswer>;
/** The response body of `GET /v1/robots`. */
export type RobotsAnswer = JSONParsed<z.output<typeof recordAnswer>>;

/** The response body of `GET /v1/sitemap`. */
export type SitemapAnswer = z.output<typeof sitemapAnswer>;

/** Options for sending requests. */
export interface ServiceClientOptions {
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
}

/** Any route may respond with a problem. */
type Routes = ApplyGlobalResponse<AppType, { [Status in keyof typeof bodyProblems]: { json: Problem } }>;

/** The routes as methods: `client.v1.check.$post({ json })`. A response that is not `ok` contains a {@link Problem}. */
export type ServiceClient = ReturnType<typeof hc<Routes>>;

/**
 * Creates a typed client for the service.
 *
 * @example
 * ```ts no-run=network
 * import { createServiceClient } from '@robots-exclusion/server/client';
 *
 * const service = createServiceClient('http://127.0.0.1:9309');
 * const response = await service.v1.evaluate.$post({
 *   json: { robots: 'User-agent: *\nDisallow: /x\n', urls: ['/x'] },
 * });
 * if (response.ok) console.log((await response.json()).results);
 * else throw new Error((await response.json()).title);
 * ```
 */
export function createServiceClient(baseUrl: string, options: ServiceClientOptions = {}): ServiceClient {
  // Routes that make the service fetch require this custom field, which pages of other origins cannot send.
  const headers = { 'x-requested-with': 'robots-exclusion', ...options.headers };
  return hc<Routes>(baseUrl, { ...options, headers });
}
