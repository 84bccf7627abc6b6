/** `GET /v1/agents`: the registry of crawlers. */
import { createRoute, z } from '@hono/zod-openapi';
import {
  type AgentIndex,
  type AgentProfile,
  agents,
  findAgent,
  findAgentIn,
  nearestTokens,
} from 'robots-exclusion/agents';
import { agentProfile, purposes } from '../schemas/agent-profile.ts';
import { queryProblems } from './problem-responses.ts';

const query = z.strictObject({
  purpose: z
    .enum(purposes)
    .optional()
    .openapi({ param: { name: 'purpose', in: 'query' }, description: 'Only crawlers that fetch for this.' }),
  find: z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .openapi({
      param: { name: 'find', in: 'query' },
      description: 'Only the crawler with this product token, or that this User-Agent header names.',
    }),
});

/** The route's description. */
export const agentsRoute = createRoute({
  method: 'get',
  path: '/v1/agents',
  summary: 'Crawlers that are known, each with its source',
  request: { query },
  responses: {
    200: {
      description: 'Profiles, sorted by token',
      content: {
        'application/json': {
          schema: z
            .object({
              agents: z.array(agentProfile),
              nearest: z.array(z.string()).optional().openapi({
                description:
                  'Where nobody is found: the known tokens that are nearest to what was asked for.',
              }),
            })
            .openapi('AgentsAnswer'),
        },
      },
    },
    ...queryProblems,
  },
});

const everybody = JSON.stringify({ agents });

/** JSON text of the profiles that are asked for. */
export function agentsAnswer(
  { purpose, find }: z.output<typeof query>,
  registry: AgentIndex | undefined,
): string {
  const all = registry?.agents ?? agents;
  if (purpose === undefined && find === undefined)
    return registry ? JSON.stringify({ agents: all }) : everybody;
  const found = find === undefined ? all : [lookedUp(find, registry)].filter(isProfile);
  const wanted = purpose === undefined ? found : found.filter(({ purposes: own }) => own.includes(purpose));
  const nearest = find === undefined || found.length > 0 ? [] : nearestTokens(find, registry);
  return JSON.stringify({ agents: wanted, ...(nearest.length > 0 && { nearest }) });
}

function lookedUp(name: string, registry: AgentIndex | undefined): AgentProfile | undefined {
  return registry ? findAgentIn(registry, name) : findAgent(name);
}

function isProfile(profile: AgentProfile | undefined): profile is AgentProfile {
  return profile !== undefined;
}
