/** `POST /v1/evaluate`: a robots.txt that is handed in decides about URLs. Nothing is fetched. */
import { createRoute, type z } from '@hono/zod-openapi';
import { evaluate } from '@robots-exclusion/operations/evaluate';
import { evaluateAnswer } from '@robots-exclusion/operations/schemas';
import { resultsText } from '../answers/results-text.ts';
import { operationLimits } from '../operation-limits.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type EvaluateRequest = z.output<RequestSchemas['evaluate']>;

/** Answers one request with JSON text. */
export function evaluateAnswers({ limits, answerer, registry }: Services) {
  const { maxAnswerBytes } = limits;
  const bounds = { limits: operationLimits(limits), registry };
  return async (request: EvaluateRequest, facts: RequestFacts): Promise<string> => {
    const asked = evaluate.asked(request, bounds);
    const results = await answerer.answer({ ...asked, maxAnswerBytes }, facts);
    return resultsText(results, request.urls);
  };
}

/** The route's description. */
export function evaluateRoute(schema: RequestSchemas['evaluate']) {
  return createRoute({
    method: 'post',
    path: '/v1/evaluate',
    summary: evaluate.title,
    description: `${evaluate.about} A stream of NDJSON is answered line by line: each line is a request, with an \`id\` where wanted.`,
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'Decisions', content: { 'application/json': { schema: evaluateAnswer } } },
      ...bodyProblems,
    },
  });
}
