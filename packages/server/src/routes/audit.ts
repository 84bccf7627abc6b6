/** `POST /v1/audit`: the requests in an access log, judged by the robots.txt that was in force. Nothing is fetched. */
import { createRoute, type z } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import type { AuditQuestion } from '../answers/audit-log.ts';
import { essenceOf, NDJSON } from '../body/media-type.ts';
import { runTask } from '../pool/answerer.ts';
import { ProblemError } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import { auditAnswer } from '../schemas/audit.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { ServiceContext, Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type AuditRequest = z.output<RequestSchemas['audit']>;

/** Answers one request with a report as JSON text, or with its judged requests as NDJSON. */
export function auditAnswers({ limits, pool, registry }: Services, wanted: AuditQuestion['wanted']) {
  const { maxAnswerBytes } = limits;
  return async (request: AuditRequest, facts: RequestFacts): Promise<string> => {
    const question = { ...request, registry, wanted, maxAnswerBytes };
    const answer = await runTask(pool, 'audit', question, facts);
    if ('fault' in answer) throw new ProblemError('invalid-request', { errors: [answer.fault] });
    return answer.text;
  };
}

/** Judged requests instead of the report. A stream of requests is answered by reports. */
export function wantsHits(context: ServiceContext): boolean {
  const json = 'application/json';
  const wanted = accepts(context, { header: 'Accept', supports: [json, NDJSON], default: json });
  return wanted === NDJSON && essenceOf(context.env.field('content-type') ?? undefined) !== NDJSON;
}

/** The route's description. */
export function auditRoute(schema: RequestSchemas['audit']) {
  return createRoute({
    method: 'post',
    path: '/v1/audit',
    summary: 'Which crawlers kept to robots.txt, by this access log?',
    description:
      'Every request of the log is judged by the version that bound its crawler at that time. Nothing is fetched, and DNS is not asked. With `Accept: application/x-ndjson` each judged request is a line.',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'A report', content: { 'application/json': { schema: auditAnswer } } },
      ...bodyProblems,
    },
  });
}
