/** The client's `Decision` as tools answer it. */

import { z } from 'zod';
import { noteSchema } from './crawler.ts';
import { ownUrl } from './own-url.ts';
import { quotedStatement } from './quoted-statement.ts';
import { siteText } from './site-text.ts';

const time = z.number().describe('Epoch milliseconds');

const rule = z.object({
  kind: z.enum(['allow', 'disallow']),
  text: siteText('The rule as written'),
  pattern: siteText('Its pattern, normalised'),
  octets: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
});

/** The answer of the rules, with the line that decides. */
export const verdictSchema = z.object({
  allowed: z.boolean(),
  because: z.enum(['rule', 'no-rule-matched', 'no-group', 'robots-txt-itself']),
  rule: rule.optional(),
  group: z
    .object({
      productTokens: z.array(siteText('A product token of the group')),
      lines: z.array(z.number().int()),
    })
    .optional(),
  candidates: z
    .array(rule)
    .overwrite((rules) => rules.slice(0, 50))
    .optional(),
});

/** How robots.txt was obtained. */
export const evidenceSchema = z.object({
  wasKept: z.boolean(),
  startedAt: time,
  endedAt: time,
  status: z.number().int().optional(),
  hops: z.array(z.object({ url: siteText('A URL that was requested'), status: z.number().int().optional() })),
  headers: z
    .array(z.object({ name: z.string(), value: siteText('A header field') }))
    .describe('Fields that lifetime depends on'),
  error: z.object({ code: z.string(), message: siteText('What went wrong') }).optional(),
});

export const OUTCOMES = [
  'rules',
  'no-rules',
  'unreachable',
  'stale-rules',
  'not-cached',
  'unsupported',
  'refused',
] as const;

/** What a site states about the use that was asked for. */
export const useSchema = z.object({
  use: z.string(),
  preference: z.enum(['allow', 'disallow', 'unknown', 'not-applicable']),
  isConflict: z.boolean(),
  decidedBy: quotedStatement
    .optional()
    .describe('The most restrictive statement; of equals the first, robots.txt before everything else'),
  statements: z.array(quotedStatement).overwrite((statements) => statements.slice(0, 20)),
});

export const decisionSchema = z.object({
  url: ownUrl(),
  crawler: z.union([z.string(), z.array(z.string())]),
  allowed: z.boolean(),
  action: z
    .enum(['fetch', 'skip', 'defer'])
    .describe('"defer": ask again at retryAt, and fetch nothing before'),
  outcome: z.enum(OUTCOMES),
  verdict: verdictSchema.optional(),
  robotsUrl: z.string().optional(),
  fetchedAt: time.optional(),
  expiresAt: time.optional(),
  retryAt: time.optional(),
  crawlDelaySeconds: z.number().optional(),
  crawlDelayStatedSeconds: z.number().optional(),
  isTruncated: z.literal(true).optional(),
  refusal: z
    .object({
      by: z
        .enum(['address-policy', 'transports'])
        .describe('`transports`: robots.txt redirects to a scheme that nothing here fetches from.'),
      origin: z
        .string()
        .describe(
          'What is refused. With `address-policy`, the origin to let through with `--also-fetch`; with `transports` nothing lets it through.',
        ),
      message: siteText('What was refused'),
    })
    .optional()
    .describe('With "refused": this server does not fetch from there, now or later'),
  policyRow: z.string().describe('The row of the outcome table that decided'),
  evidence: evidenceSchema.optional(),
  crawlerNote: noteSchema.optional(),
  usage: useSchema.optional().describe('Present where a use was asked for; "disallow" turns fetch into skip'),
  error: z.object({ code: z.enum(['invalid-url', 'fetch-limit']), message: z.string() }).optional(),
});

/** As a tool makes it, before the schema has quoted and cut it. */
export type ToolDecision = z.input<typeof decisionSchema>;
/** As it is answered. */
export type SealedDecision = z.output<typeof decisionSchema>;
