import * as z from 'zod';
import { chosenAgents, purpose } from '../agents/schema.ts';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import type { Output } from '../shared/same.ts';
import { fileEvidence, fileNotes, questionParts, siteText } from '../shared/schemas.ts';

export function reachInput(limits: OperationLimits) {
  const { robots, robotsBase64 } = questionParts(limits);
  return z
    .strictObject({ robots, robotsBase64, ...chosenAgents(limits) })
    .check(hasOneBody)
    .meta({ id: 'ReachRequest', ...ONE_BODY });
}

export const reachOfCrawler = z
  .enum(['everything', 'nothing', 'files', 'some'])
  .describe(
    'What the crawler may fetch: `everything` or `nothing` if that is proven, `files` if no page is open but files such as sitemaps are, otherwise `some`.',
  );

/** The group that applies to a crawler. */
export const groupOfCrawler = {
  group: siteText()
    .exactOptional()
    .describe(
      'The token by which a group applies to the crawler: the crawler’s own token, a fallback, or `*`. Absent if no group applies to the crawler.',
    ),
  lines: z
    .array(z.int().min(1))
    .describe('Line numbers of the user-agent records that name the token in `group`.'),
};

const crawlerReach = z
  .object({
    token: z.string(),
    operator: z.string(),
    purposes: z.array(purpose),
    reach: reachOfCrawler,
    ...groupOfCrawler,
  })
  .meta({ id: 'CrawlerReach' });

/** The output of `reach`. */
export const reachAnswer = z
  .object({
    results: z.array(crawlerReach).describe('One result for each crawler, sorted by token.'),
    ...fileNotes,
    evidence: fileEvidence.exactOptional(),
  })
  .meta({ id: 'ReachAnswer' });

export type ReachInput = Output<ReturnType<typeof reachInput>>;

/** One crawler, and the group that applies to it. */
export type CrawlerReach = Output<typeof crawlerReach>;

/** What a robots.txt allows each known crawler to fetch. */
export type ReachAnswer = Output<typeof reachAnswer>;
