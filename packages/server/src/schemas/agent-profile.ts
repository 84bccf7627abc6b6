/** What is known of one crawler. */
import { z } from '@hono/zod-openapi';
import type { AgentPurpose } from 'robots-exclusion/agents';

/** Every purpose of the registry. */
export const purposes = [
  'search',
  'shopping',
  'training',
  'retrieval',
  'assistant',
  'preview',
  'feed',
  'archive',
  'research',
  'seo',
  'advertising',
  'intelligence',
  'monitoring',
  'security',
  'site-tool',
  'unspecified',
] as const satisfies readonly AgentPurpose[];

const texts = z.array(z.string());

const verification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ip-ranges'),
    url: z.string(),
    format: z.enum(['prefixes', 'jafar', 'list', 'geofeed', 'json', 'page']),
  }),
  z.object({ kind: z.literal('reverse-dns'), suffixes: texts }),
  z.object({ kind: z.literal('signature'), signatureAgent: z.string(), cardUrl: z.string().optional() }),
]);

/** A profile, as `robots-exclusion/agents` has it. */
export const agentProfile = z
  .object({
    token: z.string(),
    title: z.string(),
    operator: z.string(),
    operatorUrl: z.string().optional(),
    purposes: z.array(z.enum(purposes)),
    userAgentPatterns: texts,
    exampleUserAgents: texts,
    fallbackTokens: texts,
    appliesStar: z.boolean(),
    fetches: z.boolean(),
    starExtras: texts,
    followsOtherSearchBots: z.boolean(),
    dialect: z.string(),
    dialectBasis: z.enum(['documented', 'assumed']),
    verification: z.array(verification),
    obeys: z
      .enum(['yes', 'no', 'user-triggered', 'unknown'])
      .openapi({ description: 'A claim, not evidence.' }),
    crawlDelay: z.enum(['yes', 'no', 'unknown']),
    sharedCache: z.string().optional().openapi({
      description: 'The page that says that the crawlers of its operator share one cache of robots.txt.',
    }),
    source: z.string(),
    sourceKind: z.enum(['operator', 'third-party']),
    asOf: z.string(),
    note: z.string().optional(),
  })
  .openapi('AgentProfile');
