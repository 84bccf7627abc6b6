import { type AgentProfile, agentDialects, agentPurposes } from 'robots-exclusion/agents';
import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import type { Output, Same } from '../shared/same.ts';
import { questionParts } from '../shared/schemas.ts';

export const purpose = z.enum(agentPurposes);

const texts = z.array(z.string());

const verification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ip-ranges'),
    url: z.string(),
    format: z.enum(['prefixes', 'jafar', 'list', 'geofeed', 'json', 'page']),
  }),
  z.object({ kind: z.literal('reverse-dns'), suffixes: texts }),
  z.object({ kind: z.literal('signature'), signatureAgent: z.string(), cardUrl: z.string().exactOptional() }),
]);

const agentProfile = z
  .object({
    token: z.string(),
    title: z.string(),
    operator: z.string(),
    operatorUrl: z.string().exactOptional(),
    purposes: z.array(purpose),
    userAgentPatterns: texts,
    exampleUserAgents: texts,
    fallbackTokens: texts,
    appliesStar: z.boolean(),
    fetches: z.boolean(),
    starExtras: texts,
    followsOtherSearchBots: z.boolean(),
    dialect: z.enum(agentDialects),
    dialectBasis: z.enum(['documented', 'assumed']),
    verification: z.array(verification),
    obeys: z
      .enum(['yes', 'no', 'user-triggered', 'unknown'])
      .describe(
        'Whether the crawler obeys robots.txt, according to the source. This is a claim, not evidence.',
      ),
    crawlDelay: z.enum(['yes', 'no', 'unknown']),
    sharedCache: z
      .string()
      .exactOptional()
      .describe('The page on which the operator states that its crawlers share one robots.txt cache.'),
    source: z.string(),
    sourceKind: z.enum(['operator', 'third-party']),
    asOf: z.string(),
    note: z.string().exactOptional(),
  })
  .meta({ id: 'AgentProfile' });

/** Limit on the characters of a User-Agent header; servers reject longer ones. */
const MAX_NAME_LENGTH = 8192;

export function chosenAgents(limits: OperationLimits) {
  return {
    purposes: z
      .array(purpose)
      .min(1)
      .optional()
      .describe('Only crawlers that fetch for one of these purposes. Default: all.'),
    purposeTokens: questionParts(limits).purposeTokens,
  };
}

export function agentsInput(limits: OperationLimits) {
  return z
    .strictObject({
      ...chosenAgents(limits),
      find: z
        .string()
        .min(1)
        .max(MAX_NAME_LENGTH)
        .optional()
        .describe('Only the crawler with this product token or this User-Agent header.'),
    })
    .meta({ id: 'AgentsRequest' });
}

/** The output of `agents`. */
export const agentsAnswer = z
  .object({
    results: z.array(agentProfile).describe('The matching crawlers, sorted by token.'),
    nearest: z
      .array(z.string())
      .exactOptional()
      .describe(
        'The known tokens whose spelling is most similar to that of the name. Present if no crawler matches.',
      ),
  })
  .meta({ id: 'AgentsAnswer' });

true satisfies Same<z.output<typeof agentProfile>, AgentProfile>;

export type AgentsInput = Output<ReturnType<typeof agentsInput>>;

/** The crawlers that match the query, sorted by token. */
export type AgentsAnswer = Output<typeof agentsAnswer>;
