/** `robots_lint`: what is wrong with a robots.txt. */
import { exampleTokens } from '@robots-exclusion/operations/shared';
import { z } from 'zod';
import { crawlerInput, crawlerOf } from '../crawler.ts';
import { robotsSource, sourceOutcomes } from '../robots-source.ts';
import { robotsText } from '../robots-text.ts';
import { siteLine, siteText } from '../site-text.ts';
import type { Tool } from './tool.ts';

const MAX_FINDINGS = 100;

const input = z.object({
  url: z.string().max(8192).optional().describe('Any URL of the site whose robots.txt is linted'),
  robots: robotsText.optional().describe('The file itself, instead of a URL'),
  crawler: crawlerInput.crawler
    .optional()
    .describe('Messages and effects of fixes take it as their example.'),
  profile: z
    .enum(['rfc9309', 'google', 'bing', 'yandex', 'lighthouse', 'aipref', 'portable', 'strict'])
    .optional(),
});

const finding = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  line: z.number().int(),
  message: siteText('What is there and what it means; it quotes the file'),
  fixes: z
    .array(
      z.object({
        title: siteText('What the fix does'),
        changesVerdicts: z.boolean(),
        effect: siteText('What it changes, and for whom').optional(),
      }),
    )
    .optional(),
});

const output = z.object({
  outcome: z.enum(sourceOutcomes),
  policyRow: z.string(),
  count: z.number().int().describe(`All findings; at most ${MAX_FINDINGS} are listed`),
  findings: z.array(finding).overwrite((findings) => findings.slice(0, MAX_FINDINGS)),
});

export const lintTool: Tool<typeof input, typeof output> = {
  name: 'robots_lint',
  title: 'Lint a robots.txt',
  description:
    'Reports problems in a robots.txt, by line, and which of them can be fixed without changing a verdict.',
  input,
  output,
  async run({ url, robots, profile, crawler }, call) {
    const { body, outcome, policyRow } = await robotsSource({ robots, url }, call);
    const named = crawler === undefined ? [] : [crawlerOf(crawler, false, call.services.registry)];
    const asked = { body, profile, crawlers: exampleTokens(named) };
    const findings = await call.services.work.run('lint', asked, call.signal);
    return { outcome, policyRow, count: findings.length, findings };
  },
  text({ count, findings }) {
    const shown = findings.slice(0, 10);
    const lines = shown.flatMap(({ severity, line, code, message }) => [
      `${severity} on line ${line}: ${code}`,
      siteLine(message),
    ]);
    const rest = count > shown.length ? [`${count - shown.length} more`] : [];
    return [`${count} findings`, ...lines, ...rest].join('\n');
  },
};
