/** `POST /v1/lint`: what should be fixed in a robots.txt that is handed in. */
import { createRoute, type z } from '@hono/zod-openapi';
import { robotsBody } from '@robots-exclusion/operations/shared';
import { runTask } from '../answers/answerer.ts';
import type { RequestFacts } from '../request-facts.ts';
import { lintAnswer } from '../schemas/lint.ts';
import type { RequestSchemas } from '../schemas/requests.ts';
import type { Services } from '../service-env.ts';
import { bodyProblems } from './problem-responses.ts';

type LintRequest = z.output<RequestSchemas['lint']>;

/** Answers one request with JSON text. */
export function lintAnswers({ limits, pool }: Services) {
  const { maxAnswerBytes, maxRobotsBytes } = limits;
  return ({ profile = 'rfc9309', robotsUrl, ...given }: LintRequest, facts: RequestFacts) => {
    const robots = robotsBody(given, maxRobotsBytes);
    const question = { robots, profile, ...(robotsUrl !== undefined && { robotsUrl }), maxAnswerBytes };
    return runTask(pool, 'lint', question, facts);
  };
}

/** The route's description. */
export function lintRoute(schema: RequestSchemas['lint']) {
  return createRoute({
    method: 'post',
    path: '/v1/lint',
    summary: 'What should be fixed in this robots.txt?',
    description: 'Diagnostics in file order, with fixes where there are some. Offsets count octets.',
    request: { body: { required: true, content: { 'application/json': { schema } } } },
    responses: {
      200: { description: 'Diagnostics', content: { 'application/json': { schema: lintAnswer } } },
      ...bodyProblems,
    },
  });
}
