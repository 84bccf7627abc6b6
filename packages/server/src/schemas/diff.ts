/** What changes for crawlers from one file to another. */
import { z } from '@hono/zod-openapi';
import { verdictRule } from './answers.ts';

const severity = z.enum(['error', 'warning', 'info']);
const texts = z.array(z.string());
const line = z.int().min(1);

const region = z
  .object({
    direction: z.enum(['opened', 'closed']),
    severity,
    witness: z.string().openapi({ description: 'The smallest target whose verdict changes.' }),
    before: verdictRule.optional(),
    after: verdictRule.optional(),
    matching: texts,
    except: texts,
    hasMoreExceptions: z.boolean().optional().openapi({ description: '`except` is not all of them.' }),
  })
  .openapi('ChangedRegion', {
    description: 'Targets that match every pattern of `matching` and none of `except`.',
  });

const crawler = z
  .object({
    crawlers: texts,
    severity,
    regions: z.array(region),
    isComplete: z.boolean(),
    undecided: z.array(z.object({ before: verdictRule.optional(), after: verdictRule.optional() })),
  })
  .openapi('CrawlerDiff');

const record = z
  .object({ change: z.enum(['added', 'removed']), text: z.string(), line })
  .openapi('RecordDiff');

const seconds = z.number().optional();

/** The answer to a comparison. */
export const diffAnswer = z
  .object({
    changesVerdicts: z.boolean(),
    isComplete: z.boolean().openapi({ description: 'All changes of verdicts are reported.' }),
    severity: severity.optional(),
    crawlers: z.array(crawler),
    unchangedCrawlers: texts,
    groups: z.array(
      z.object({ crawler: z.string(), change: z.enum(['appeared', 'disappeared']), lines: z.array(line) }),
    ),
    usage: z.array(z.object({ crawlers: texts, records: z.array(record) })),
    sitemaps: z.array(record),
    crawlDelays: z.array(z.object({ crawlers: texts, beforeSeconds: seconds, afterSeconds: seconds })),
    isTruncated: z.object({ before: z.boolean(), after: z.boolean() }),
  })
  .openapi('DiffAnswer');
