/**
 * `POST /v1/audit`: judges the requests in an access log against the robots.txt that was in force at the time. Fetches
 * nothing.
 */
import { createRoute, type z } from '@hono/zod-openapi';
import { type AuditForm, audit } from '@robots-exclusion/operations/audit';
import { auditAnswer } from '@robots-exclusion/operations/schemas';
import { accepts } from 'hono/accepts';
import { essenceOf, NDJSON } from '../body/media-type.ts';
import { operationLimits } from '../operation-limits.ts';
import { runTask } from '../pool/answerer.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type AuditRequest = z.output<RequestSchemas['audit']>;

/**
 * Returns a function that answers one request to the route. The answer is a report as JSON text, or the judged requests
 * of the log as NDJSON.
 */
export function auditAnswers({ limits, pool, registry }: Services, wanted: AuditForm['wanted']) {
  const form = { wanted, maxAnswerBytes: limits.maxAnswerBytes };
  const bounds = { limits: operationLimits(limits), registry };
  return (request: AuditRequest, facts: RequestFacts): Promise<string> =>
    runTask(pool, 'audit', { asked: audit.asked(request, bounds), form }, facts);
}

/**
 * Whether the caller wants the judged requests of the log instead of the report. An NDJSON stream of requests to the
 * route is always answered with reports.
 */
export function wantsHits(context: ServiceContext): boolean {
  const json = 'application/json';
  const wanted = accepts(context, { header: 'Accept', supports: [json, NDJSON], default: json });
  return wanted === NDJSON && essenceOf(context.env.field('content-type') ?? undefined) !== NDJSON;
}

export function auditRoute(schema: RequestSchemas['audit']) {
  return createRoute({
    method: 'post',
    path: '/v1/audit',
    summary: audit.title,
    description: `${audit.about} With \`Accept: application/x-ndjson\`, the response has one line for each judged request.`,
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'A report', content: { 'application/json': { schema: auditAnswer } } },
      ...bodyProblems,
    },
  });
}
