/** `POST /v1/diff`: what changes for crawlers from one robots.txt to another, both handed in. */
import { createRoute, type z } from '@hono/zod-openapi';
import { crawlersOf, robotsBody } from '@robots-exclusion/operations/shared';
import { runTask } from '../answers/answerer.ts';
import type { RequestFacts } from '../request-facts.ts';
import { diffAnswer } from '../schemas/diff.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type DiffRequest = z.output<RequestSchemas['diff']>;

/** Answers one request with JSON text. */
export function diffAnswers({ limits, pool, registry }: Services) {
  const { maxAnswerBytes, maxRobotsBytes } = limits;
  return ({ before, after, agents, literal }: DiffRequest, facts: RequestFacts): Promise<string> => {
    const question = {
      before: robotsBody(before, maxRobotsBytes),
      after: robotsBody(after, maxRobotsBytes),
      crawlers:
        agents === undefined
          ? []
          : crawlersOf({ agents, literal }, registry, limits.maxAgents).map(({ who }) => who),
      maxAnswerBytes,
    };
    return runTask(pool, 'diff', question, facts);
  };
}

/** The route's description. */
export function diffRoute(schema: RequestSchemas['diff']) {
  return createRoute({
    method: 'post',
    path: '/v1/diff',
    summary: 'What changes for crawlers from one robots.txt to another?',
    description: 'Exactly the targets whose verdict changes, as regions with the smallest witness of each.',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'What changes', content: { 'application/json': { schema: diffAnswer } } },
      ...bodyProblems,
    },
  });
}
