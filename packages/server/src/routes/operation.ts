/** Routes that are an operation each: `POST /v1/NAME` takes its question and answers with its object. Nothing is fetched. */
import { createRoute, type z } from '@hono/zod-openapi';
import { type OfflineName, offline } from '@robots-exclusion/operations';
import { operationLimits } from '../operation-limits.ts';
import { runTask } from '../pool/answerer.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

/** Answers one request with JSON text, made in a worker. */
export function operationAnswers<Name extends OfflineName>(
  name: Name,
  { limits, pool, registry }: Services,
): (request: Parameters<(typeof offline)[Name]['asked']>[0], facts: RequestFacts) => Promise<string> {
  const bounds = { limits: operationLimits(limits), registry };
  const { maxAnswerBytes } = limits;
  return (request, facts) => {
    const asked = offline[name].asked(request as never, bounds);
    return runTask(pool, 'operation', { name, asked, maxAnswerBytes }, facts);
  };
}

/** The route's description. */
export function operationRoute<
  Path extends `/v1/${OfflineName}`,
  Input extends z.ZodType,
  Answer extends z.ZodType,
>(path: Path, input: Input, answer: Answer) {
  const { title, about } = offline[path.slice('/v1/'.length) as OfflineName];
  return createRoute({
    method: 'post',
    path,
    summary: title,
    description: `${about} A stream of NDJSON is answered line by line: each line is a request, with an \`id\` where wanted.`,
    request: { body: { required: true, content: { 'application/json': { schema: input } } } },
    responses: {
      200: { description: 'The answer', content: { 'application/json': { schema: answer } } },
      ...bodyProblems,
    },
  });
}
