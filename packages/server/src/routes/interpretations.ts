/** `POST /v1/interpretations`: how each real parser would read a robots.txt that is handed in. */
import { createRoute, type z } from '@hono/zod-openapi';
import { crawlersOf, robotsBody } from '@robots-exclusion/operations/shared';
import { runTask } from '../answers/answerer.ts';
import type { RequestFacts } from '../request-facts.ts';
import { interpretationsAnswer } from '../schemas/interpretations.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type InterpretationsRequest = z.output<RequestSchemas['interpretations']>;

/** Answers one request with JSON text. */
export function interpretationsAnswers({ limits, pool }: Services) {
  const { maxAnswerBytes, maxRobotsBytes } = limits;
  return (request: InterpretationsRequest, facts: RequestFacts): Promise<string> => {
    const { urls, agents, dialects, maxCandidates } = request;
    const question = {
      robots: robotsBody(request, maxRobotsBytes),
      urls,
      // Every dialect is named here, and dialects know tokens only.
      crawlers: crawlersOf({ agents, literal: true }, undefined, limits.maxAgents).map(
        ({ tokens }) => tokens,
      ),
      ...(dialects && { dialects }),
      maxCandidates,
      maxAnswerBytes,
    };
    return runTask(pool, 'interpretations', question, facts);
  };
}

/** The route's description. */
export function interpretationsRoute(schema: RequestSchemas['interpretations']) {
  return createRoute({
    method: 'post',
    path: '/v1/interpretations',
    summary: 'How would each real parser read this robots.txt?',
    description: 'The verdict of every dialect, and why it differs from RFC 9309’s where it does.',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'Readings', content: { 'application/json': { schema: interpretationsAnswer } } },
      ...bodyProblems,
    },
  });
}
