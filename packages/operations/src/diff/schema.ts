import * as z from 'zod';
import type { OperationLimits } from '../limits.ts';
import { hasOneBody, ONE_BODY } from '../shared/one-body.ts';
import type { Output } from '../shared/same.ts';
import { fileEvidence, questionParts, siteText, unknownCrawlers, verdictRule } from '../shared/schemas.ts';

/** Limit on the examined states. A comparison that reaches it takes a few seconds. */
const MAX_BUDGET = 100_000_000;

export function diffInput(limits: OperationLimits) {
  const { robots, robotsBase64, agents, literal } = questionParts(limits);
  const file = z
    .strictObject({ robots, robotsBase64 })
    .check(hasOneBody)
    .meta({ id: 'RobotsFile', ...ONE_BODY });
  return z
    .strictObject({
      before: file,
      after: file,
      agents: agents.describe('Crawlers to compare in addition to those that the files name.'),
      // These inputs have no `dialect`, which would imply it.
      literal: literal.describe('Treat names as plain product tokens and ignore the crawler registry.'),
      budget: z
        .int()
        .min(1)
        .max(MAX_BUDGET)
        .optional()
        .describe('Maximum number of states to examine. Default: 400000.'),
      maxRegions: z
        .int()
        .min(0)
        .max(limits.maxRegions)
        .optional()
        .describe(`Maximum number of regions to list. Default: ${limits.maxRegions}.`),
    })
    .meta({ id: 'DiffRequest' });
}

const severity = z.enum(['error', 'warning', 'info']);
const texts = z.array(siteText());
const line = z.int().min(1);
const count = z.int().min(1);

const region = z
  .object({
    direction: z.enum(['opened', 'closed']),
    severity,
    witness: siteText('The smallest target whose verdict changes.'),
    before: verdictRule.exactOptional(),
    after: verdictRule.exactOptional(),
    matching: texts,
    except: texts,
    hasMoreExceptions: z.boolean().describe('Whether `except` omits some of the exceptions.'),
  })
  .meta({
    id: 'ChangedRegion',
    description: 'Targets that match every pattern of `matching` and none of `except`.',
  });

const crawlerDiff = z
  .object({
    crawlers: texts,
    severity,
    regions: z.array(region),
    isComplete: z.boolean(),
    undecided: z.array(z.object({ before: verdictRule.exactOptional(), after: verdictRule.exactOptional() })),
  })
  .meta({ id: 'CrawlerDiff' });

const record = z
  .object({ change: z.enum(['added', 'removed']), text: siteText(), line })
  .meta({ id: 'RecordDiff' });

/** The output of `diff`. */
export const diffAnswer = z
  .object({
    changesVerdicts: z.boolean(),
    isComplete: z.boolean().describe('Whether all verdict changes were found.'),
    severity: severity.exactOptional(),
    crawlers: z.array(crawlerDiff),
    regionsOmitted: count.exactOptional().describe('Number of changed regions not listed.'),
    crawlersOmitted: count
      .exactOptional()
      .describe('Number of crawlers that are not listed because none of their regions is listed.'),
    unchangedCrawlers: texts,
    groups: z.array(
      z.object({ crawler: siteText(), change: z.enum(['appeared', 'disappeared']), lines: z.array(line) }),
    ),
    usage: z.array(z.object({ crawlers: texts, records: z.array(record) })),
    sitemaps: z.array(record),
    crawlDelays: z.array(
      z.object({
        crawlers: texts,
        beforeSeconds: z.number().exactOptional(),
        afterSeconds: z.number().exactOptional(),
      }),
    ),
    isTruncated: z.object({ before: z.boolean(), after: z.boolean() }),
    unknownCrawlers,
    evidence: z.object({ before: fileEvidence, after: fileEvidence }).exactOptional(),
  })
  .meta({ id: 'DiffAnswer' });

export type DiffInput = Output<ReturnType<typeof diffInput>>;

/** The changes between two files. */
export type DiffAnswer = Output<typeof diffAnswer>;
