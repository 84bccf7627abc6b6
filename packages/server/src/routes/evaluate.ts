/** `POST /v1/evaluate`: a robots.txt that is handed in decides about URLs. Nothing is fetched. */
import { createRoute, type z } from '@hono/zod-openapi';
import { crawlersOf } from '../answers/crawlers.ts';
import type { Questions } from '../answers/questions.ts';
import { robotsBody } from '../answers/robots-body.ts';
import type { RequestFacts } from '../request-facts.ts';
import { evaluateAnswer } from '../schemas/answers.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type EvaluateRequest = z.output<RequestSchemas['evaluate']>;

/** Answers one request with JSON text. */
export function evaluateAnswers({ limits, answerer, registry }: Services) {
  const { maxAnswerBytes, maxRobotsBytes: maxBytes } = limits;
  return async (request: EvaluateRequest, facts: RequestFacts): Promise<string> => {
    const { urls, dialect = 'rfc9309', usage, maxCandidates, headers, tdmrep } = request;
    const questions: Questions = {
      robots: robotsBody(request, maxBytes),
      urls,
      crawlers: crawlersOf(request, registry),
      dialect,
      usage,
      headers,
      tdmrep,
      maxCandidates,
      maxAnswerBytes,
    };
    return `{"results":[${(await answerer.answer(questions, facts)).join(',')}]}`;
  };
}

/** The route's description. */
export function evaluateRoute(schema: RequestSchemas['evaluate']) {
  return createRoute({
    method: 'post',
    path: '/v1/evaluate',
    summary: 'What does this robots.txt say of these URLs?',
    description:
      'The file is part of the request; nothing is fetched. A stream of NDJSON is answered line by line: each line is a request, with an `id` where wanted.',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'Verdicts', content: { 'application/json': { schema: evaluateAnswer } } },
      ...bodyProblems,
    },
  });
}
