/** `robots_diff`: which URLs a change of robots.txt opens or closes. */
import { z } from 'zod';
import { robotsSource } from '../robots-source.ts';
import { robotsText } from '../robots-text.ts';
import { siteLine, siteText } from '../site-text.ts';
import type { Tool } from './tool.ts';

const MAX_ITEMS = 50;

const side = (which: string) => ({
  [which]: robotsText.optional().describe(`The robots.txt ${which} the change`),
  [`${which}Url`]: z.string().max(8192).optional().describe(`Any URL of the site that serves it, instead`),
});

const input = z.object({ ...side('before'), ...side('after') });

const severity = z.enum(['error', 'warning', 'info']);
const rule = z.object({
  kind: z.enum(['allow', 'disallow']),
  text: siteText('The rule'),
  line: z.number().int(),
});
const token = siteText('A product token of the files');
const record = z.object({
  change: z.enum(['added', 'removed']),
  text: siteText('The record'),
  line: z.number().int(),
});
const list = <Item extends z.ZodType>(item: Item) =>
  z.array(item).overwrite((items) => items.slice(0, MAX_ITEMS));

const region = z.object({
  direction: z.enum(['opened', 'closed']),
  severity,
  witness: siteText('A target whose verdict changes'),
  before: rule.optional(),
  after: rule.optional(),
  matching: list(siteText('A pattern that the targets match')),
  except: list(siteText('A pattern that they do not match')),
});

const output = z.object({
  changesVerdicts: z.boolean(),
  isComplete: z.boolean().describe('The report lists every change and nothing else'),
  severity: severity.optional(),
  crawlers: list(
    z.object({ crawlers: list(token), severity, isComplete: z.boolean(), regions: list(region) }),
  ),
  sitemaps: list(record),
  usage: list(z.object({ crawlers: list(token), records: list(record) })),
  crawlDelays: list(
    z.object({
      crawlers: list(token),
      beforeSeconds: z.number().optional(),
      afterSeconds: z.number().optional(),
    }),
  ),
});

export const diffTool: Tool<typeof input, typeof output> = {
  name: 'robots_diff',
  title: 'Compare two robots.txt files by meaning',
  description:
    'Says which URLs change verdict between two robots.txt files, for which crawlers, each with a smallest witness. Formatting and order do not count.',
  input,
  output,
  async run(given, call) {
    const { before, beforeUrl, after, afterUrl } = given as Partial<Record<string, string>>;
    const first = await robotsSource({ robots: before, url: beforeUrl }, call);
    const second = await robotsSource({ robots: after, url: afterUrl }, call);
    return call.services.work.run('diff', { before: first.body, after: second.body }, call.signal);
  },
  text({ changesVerdicts, isComplete, crawlers }) {
    if (!changesVerdicts)
      return isComplete ? 'No verdict changes' : 'No change was found; not all was compared';
    const regions = crawlers.flatMap(({ regions: changed }) => changed);
    const lines = regions
      .slice(0, 10)
      .flatMap(({ direction, witness }) => [`${direction}, for example:`, siteLine(witness)]);
    return [`${regions.length} regions of URLs change verdict`, ...lines].join('\n');
  },
};
