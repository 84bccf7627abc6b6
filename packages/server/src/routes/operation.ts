/** The routes of operations: `POST /v1/NAME` takes the operation's input and returns its answer. Fetches nothing. */
import { createRoute, type z } from '@hono/zod-openapi';
import { type OfflineName, offline } from '@robots-exclusion/operations';
import { operationNamed, outputOf } from '@robots-exclusion/operations/answer-text';
import type { operationSchemas } from '@robots-exclusion/operations/schemas';
import type { JSONParsed } from 'hono/utils/types';
import { operationLimits } from '../operation-limits.ts';
import type { Answer, Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

/** Answers one request with JSON text. Uses a worker if the work may take long. */
export function operationAnswers(name: OfflineName, services: Services): Answer<unknown> {
  const { limits, answerer, registry } = services;
  const bounds = { limits: operationLimits(limits), registry };
  return async (request, facts) => {
    const asked = operationNamed(name).asked(request, bounds);
    return outputOf(name, asked, await answerer(name, asked, facts));
  };
}

export function operationRoute(name: OfflineName, input: z.ZodType, answer: z.ZodType) {
  const { title, about } = offline[name];
  return createRoute({
    method: 'post',
    path: `/v1/${name}`,
    summary: title,
    description: `${about} An NDJSON stream is answered line by line: each line is a request, with an optional \`id\`.`,
    request: { body: { required: true, content: { 'application/json': { schema: input } } } },
    responses: {
      200: { description: 'The answer', content: { 'application/json': { schema: answer } } },
      ...bodyProblems,
    },
  });
}

export type OperationRoutes = {
  [Name in OfflineName as `/v1/${Name}`]: {
    $post: {
      input: { json: z.input<ReturnType<(typeof operationSchemas)[Name]['input']>> };
      output: JSONParsed<z.output<(typeof operationSchemas)[Name]['answer']>>;
      outputFormat: 'json';
      status: 200;
    };
  };
};
