import { uses } from 'robots-exclusion/usage';
import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { groupOfCrawler, reachOfCrawler } from '../reach/schema.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import type { Output } from '../shared/same.ts';
import { fileEvidence, fileNotes, questionParts, siteText, usageSource } from '../shared/schemas.ts';

export function aiAccessInput(limits: OperationLimits) {
  const { robots, robotsBase64, purposeTokens } = questionParts(limits);
  return z
    .strictObject({
      robots,
      robotsBase64,
      target: z
        .string()
        .max(limits.maxUrlLength)
        .regex(/^\//, 'Expected a path that begins with "/"')
        .optional()
        .describe('A path to check in addition to the whole site. Default: `/`.'),
      purposeTokens,
    })
    .check(hasOneBody)
    .meta({ id: 'AiAccessRequest', ...ONE_BODY });
}

const row = z
  .object({
    operator: z.string(),
    token: z.string(),
    purpose: z.enum(['training', 'retrieval', 'assistant']),
    reach: reachOfCrawler,
    allowed: z.boolean().describe('Whether the crawler may fetch the target.'),
    rule: z
      .object({ line: z.int().min(1), text: siteText() })
      .exactOptional()
      .describe('The rule that decides whether the crawler may fetch the target.'),
    ...groupOfCrawler,
    statement: z
      .object({
        use: z.enum(uses.map(({ name }) => name)),
        says: z.enum(['allow', 'disallow']),
        source: usageSource,
      })
      .exactOptional()
      .describe('The file’s statement about the use that corresponds to the purpose.'),
    obeys: z
      .enum(['yes', 'no', 'user-triggered', 'unknown'])
      .describe('Whether the crawler obeys robots.txt, according to the source.'),
    fetches: z.boolean().describe('False if the token only controls a use and fetches nothing.'),
    source: z.string().describe('The page that documents the crawler.'),
    sourceKind: z.enum(['operator', 'third-party']).describe('Who published the page in `source`.'),
    asOf: z.string(),
  })
  .meta({ id: 'AiAccessRow' });

export const aiAccessAnswer = z
  .object({
    target: z.string(),
    results: z.array(row).describe('One row for each crawler and purpose, sorted by operator.'),
    ...fileNotes,
    evidence: fileEvidence.exactOptional(),
  })
  .meta({ id: 'AiAccessAnswer' });

export type AiAccessInput = Output<ReturnType<typeof aiAccessInput>>;

/** One crawler of one operator, for one purpose. */
export type AiAccessRow = Output<typeof row>;

/** What a robots.txt allows the crawlers of AI operators, and what it states about their use of pages. */
export type AiAccessAnswer = Output<typeof aiAccessAnswer>;

export type AiPurpose = AiAccessRow['purpose'];
