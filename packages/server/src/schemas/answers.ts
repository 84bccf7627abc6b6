/** What answers look like. A verdict is that of `spec/schema/verdict.json`. Further members may be added. */
import { z } from '@hono/zod-openapi';
import type { Verdict } from 'robots-exclusion';

const line = z.int().min(1);

/** A rule as a verdict shows it. */
export const verdictRule = z
  .object({
    kind: z.enum(['allow', 'disallow']),
    text: z.string().openapi({ description: 'As written; octets that are not valid UTF-8 percent-encoded.' }),
    pattern: z.string().openapi({ description: 'Normalised.' }),
    octets: z.int().min(0).openapi({ description: 'How specific the rule is.' }),
    line: line.openapi({ description: 'Counted from 1.' }),
    column: line.openapi({ description: 'In octets, counted from 1.' }),
  })
  .openapi('VerdictRule');

const BECAUSE = [
  'rule',
  'no-rule-matched',
  'no-group',
  'robots-txt-itself',
  'whole-file',
  'unreadable',
] as const satisfies readonly Verdict['because'][];

/** A verdict, with no more candidates than were asked for. */
export const verdict = z
  .object({
    allowed: z.boolean(),
    because: z.enum(BECAUSE),
    rule: verdictRule.optional(),
    group: z.object({ productTokens: z.array(z.string()), lines: z.array(line) }).optional(),
    candidates: z.array(verdictRule).openapi({ description: 'Rules that matched, best first.' }),
    candidatesOmitted: z
      .int()
      .min(1)
      .optional()
      .openapi({ description: 'How many more matched than `candidates` lists.' }),
    note: z.string().optional().openapi({ description: 'What the original of a dialect does.' }),
    basis: z
      .literal('documented')
      .optional()
      .openapi({ description: 'The dialect is known from documentation only.' }),
  })
  .openapi('Verdict');

const preference = z.enum(['allow', 'disallow', 'unknown', 'not-applicable']);

const usageSource = z.object({
  kind: z.enum(['robots', 'header', 'meta', 'file']),
  line: line.optional(),
  name: z.string().optional(),
  text: z.string(),
});

const usageStatement = z
  .object({
    convention: z.string(),
    source: usageSource,
    states: z.record(z.string(), z.string()),
    says: z.record(z.string(), z.enum(['allow', 'disallow'])),
    note: z.string().optional(),
  })
  .openapi('UsageStatement');

const usageReport = z
  .object({
    uses: z.record(
      z.string(),
      z.object({ preference, isConflict: z.boolean(), statements: z.array(usageStatement) }),
    ),
    contentUse: z.string(),
    vocabulary: z.string().openapi({ description: 'The vocabulary of AIPREF that was read.' }),
    replaced: z.array(usageSource).openapi({
      description: 'Statements for `*` that do not count, because a group names the crawler.',
    }),
    licenses: z.array(z.object({ url: z.string(), source: z.enum(['robots', 'header']) })),
    statements: z.array(usageStatement),
  })
  .openapi('UsageReport');

const crawlerNote = z
  .object({
    token: z.string(),
    followsGroup: z.string().optional().openapi({ description: 'The token whose group it follows.' }),
    exemptFromStar: z.literal(true).optional().openapi({ description: 'The group of `*` does not bind it.' }),
    literal: z
      .literal(true)
      .optional()
      .openapi({ description: 'The bare token was asked for; the crawler itself reads otherwise.' }),
    note: z.string().openapi({ description: 'The same in a sentence.' }),
    source: z.string().openapi({ description: 'The page that documents it.' }),
  })
  .openapi('CrawlerNote', {
    description: 'Present where the answer rests on what the registry knows of the crawler.',
  });

const asked = {
  url: z.string().openapi({ description: 'As asked.' }),
  agent: z.array(z.string()).openapi({ description: "The crawler's product tokens." }),
  crawler: crawlerNote.optional(),
  allowed: z.boolean(),
};

const usage = {
  usage: z.record(z.string(), preference).optional(),
  usageReport: usageReport.optional(),
};

/** A URL that has no answer, among others that have. */
export const failure = z
  .object({
    url: z.string(),
    error: z.object({
      code: z.enum(['invalid-url', 'not-in-time', 'too-expensive', 'overloaded']),
      message: z.string(),
    }),
  })
  .openapi('UrlFailure');

const time = z.number().openapi({ description: 'Epoch milliseconds.' });

const isTruncated = z.literal(true).optional().openapi({
  description: 'The file is longer than the limit: what follows its cut was not read (RFC 9309 §2.5).',
});

const unreadRecords = z.array(z.string()).optional().openapi({
  description:
    'Names of records that the dialect does not read, such as crawl-delay: to it they say nothing.',
});

const decision = z
  .object({
    ...asked,
    action: z.enum(['fetch', 'skip', 'defer']),
    outcome: z.enum(['rules', 'no-rules', 'unreachable', 'stale-rules', 'not-cached', 'unsupported']),
    robotsUrl: z.string().optional(),
    fetchedAt: time.optional(),
    expiresAt: time.optional(),
    retryAt: time.optional(),
    policyRow: z.string().openapi({ description: 'The row of the outcome table that decided.' }),
    crawlDelaySeconds: z.number().optional(),
    crawlDelayStatedSeconds: z.number().optional().openapi({
      description: 'The Crawl-delay in the file, where `crawlDelaySeconds` is the most that is kept.',
    }),
    isTruncated,
    unreadRecords,
    verdict: verdict.optional(),
    ...usage,
  })
  .openapi('Decision');

/** The answer to a check. */
export const checkAnswer = z
  .object({
    results: z
      .array(z.union([decision, failure]))
      .openapi({ description: 'For each URL in order: one for each crawler in order, or one failure.' }),
  })
  .openapi('CheckAnswer');

const evaluation = z
  .object({ ...asked, isTruncated, unreadRecords, verdict, ...usage })
  .openapi('Evaluation');

/** The answer to an evaluation. */
export const evaluateAnswer = z
  .object({
    results: z
      .array(z.union([evaluation, failure]))
      .openapi({ description: 'For each URL in order: one for each crawler in order, or one failure.' }),
  })
  .openapi('EvaluateAnswer');

/** Problem details (RFC 9457). */
export const problem = z
  .object({
    type: z.string().openapi({ description: 'Relative to the service; documents the problem.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().optional(),
  })
  .openapi('Problem');
