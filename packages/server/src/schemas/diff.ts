/** What changes for crawlers from one file to another. */

import { verdictRule } from '@robots-exclusion/operations/schemas';
import * as z from 'zod';

const severity = z.enum(['error', 'warning', 'info']);
const texts = z.array(z.string());
const line = z.int().min(1);

const region = z
  .object({
    direction: z.enum(['opened', 'closed']),
    severity,
    witness: z.string().meta({ description: 'The smallest target whose verdict changes.' }),
    before: verdictRule.optional(),
    after: verdictRule.optional(),
    matching: texts,
    except: texts,
    hasMoreExceptions: z.boolean().optional().meta({ description: '`except` is not all of them.' }),
  })
  .meta({
    id: 'ChangedRegion',
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
  .meta({ id: 'CrawlerDiff' });

const record = z
  .object({ change: z.enum(['added', 'removed']), text: z.string(), line })
  .meta({ id: 'RecordDiff' });

const seconds = z.number().optional();

/** The answer to a comparison. */
export const diffAnswer = z
  .object({
    changesVerdicts: z.boolean(),
    isComplete: z.boolean().meta({ description: 'All changes of verdicts are reported.' }),
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
  .meta({ id: 'DiffAnswer' });
