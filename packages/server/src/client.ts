/** A typed client of the service, derived from the types of its routes. Works wherever `fetch` exists. */

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

/** What `POST /v1/check` answers. */
export type CheckAnswer = JSONParsed<z.output<typeof decisionsAnswer>>;
/** What `POST /v1/evaluate` answers. */
export type EvaluateAnswer = JSONParsed<z.output<typeof evaluateAnswer>>;
/** What `POST /v1/lint` answers. */
export type LintAnswer = JSONParsed<z.output<typeof lintAnswer>>;
/** What `POST /v1/diff` answers. */
export type DiffAnswer = JSONParsed<z.output<typeof diffAnswer>>;
/** What `POST /v1/readings` answers. */
export type ReadingsAnswer = JSONParsed<z.output<typeof readingsAnswer>>;
/** What `POST /v1/preflight` answers. */
export type PreflightAnswer = JSONParsed<z.output<typeof preflightAnswer>>;
/** What `POST /v1/reserve` answers. */
export type ReserveAnswer = JSONParsed<z.output<typeof reserveAnswer>>;
/** What `POST /v1/audit` answers. */
export type AuditAnswer = z.output<typeof auditAnswer>;
/** What `GET /v1/robots` answers. */
export type RobotsAnswer = JSONParsed<z.output<typeof recordAnswer>>;

/** What `GET /v1/sitemap` answers. */
export type SitemapAnswer = z.output<typeof sitemapAnswer>;

/** How to send requests. */
export interface ServiceClientOptions {
  fetch?: typeof globalThis.fetch;
  headers?: Record<string, string>;
}

/** Every route may respond with a problem instead. */
type Routes = ApplyGlobalResponse<AppType, { [Status in keyof typeof bodyProblems]: { json: Problem } }>;

/** The routes as methods: `client.v1.check.$post({ json })`. A response that is not `ok` holds a {@link Problem}. */
export type ServiceClient = ReturnType<typeof hc<Routes>>;

/**
 * Makes a client.
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
  // Routes that make the service fetch require a field that pages of other origins cannot make a browser send.
  const headers = { 'x-requested-with': 'robots-exclusion', ...options.headers };
  return hc<Routes>(baseUrl, { ...options, headers });
}
