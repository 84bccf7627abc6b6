/** `GET /v1/agents`: searches the registry of crawlers. */
import { createRoute, z } from '@hono/zod-openapi';
import { greatestLimits, offline } from '@robots-exclusion/operations';
import { agentsAnswer, operationSchemas } from '@robots-exclusion/operations/schemas';
import { operationLimits } from '../operation-limits.ts';
import type { Services } from '../service-env.ts';
import { queryProblems } from './problem-responses.ts';

const { purposes, find } = operationSchemas.agents.input(greatestLimits).shape;
const { agents } = offline;

const query = z.strictObject({
  purpose: purposes
    .unwrap()
    .element.optional()
    .openapi({
      param: { name: 'purpose', in: 'query' },
      description: 'Only crawlers that fetch for this purpose.',
    }),
  find: find.openapi({ param: { name: 'find', in: 'query' } }),
});

export const agentsRoute = createRoute({
  method: 'get',
  path: '/v1/agents',
  summary: agents.title,
  description: agents.about,
  request: { query },
  responses: {
    200: { description: 'The answer', content: { 'application/json': { schema: agentsAnswer } } },
    ...queryProblems,
  },
});

/** The requested profiles as JSON text. */
export function listedAgents(
  { purpose, find }: z.output<typeof query>,
  { limits, registry }: Pick<Services, 'limits' | 'registry'>,
): string {
  const bounds = { limits: operationLimits(limits), registry };
  const asked = agents.asked({ find, ...(purpose !== undefined && { purposes: [purpose] }) }, bounds);
  const [answer] = agents.run(asked);
  return JSON.stringify(answer);
}
