/** `robots_check`: may these URLs be fetched, for this use. */
import { z } from 'zod';
import { crawlerInput, crawlerOf } from '../crawler.ts';
import { decide } from '../decide.ts';
import { decisionSchema, type SealedDecision, type ToolDecision } from '../decision-schema.ts';
import { inTurns } from '../in-turns.ts';
import { shownUrl } from '../own-url.ts';
import { siteLine } from '../site-text.ts';
import { ToolError } from '../tool-error.ts';
import { useInput, useOf } from '../use.ts';
import { userTriggered, userTriggeredSchema } from '../user-triggered.ts';
import type { Tool } from './tool.ts';

/** URLs that are worked on at a time. */
const CONCURRENCY = 16;

const input = z.object({
  urls: z.array(z.string().max(8192)).min(1).describe('Absolute URLs'),
  ...crawlerInput,
  use: useInput.optional(),
  mode: z
    .enum(['autonomous', 'user-requested'])
    .optional()
    .describe(
      '"autonomous" (the default): a program chose these URLs, so robots.txt binds it. "user-requested": a person asked for exactly these pages; the answer reports what the site says of such fetchers, and decides nothing.',
    ),
});

const output = z.object({
  decisions: z.array(decisionSchema).describe('One for each URL, in their order; empty for "user-requested"'),
  userTriggered: z.array(userTriggeredSchema).optional(),
});

export const checkTool: Tool<typeof input, typeof output> = {
  name: 'robots_check',
  title: 'Check URLs against robots.txt',
  description:
    'Says of each URL whether the crawler may fetch it: fetch, skip, or defer until a time. Ask before every fetch that a program decides on. Each decision names the line that decides and how robots.txt was obtained. A server error or timeout is not a permission: it defers.',
  input,
  output,
  async run({ urls, crawler: name, literal, use, mode = 'autonomous' }, call) {
    const { limits, registry } = call.services;
    if (urls.length > limits.maxUrls) {
      throw new ToolError(`urls has ${urls.length} items: expected at most ${limits.maxUrls}`);
    }
    const crawler = crawlerOf(name, literal, registry);
    if (mode === 'user-requested') {
      const reports = await inTurns(urls, CONCURRENCY, (url) => userTriggered(url, crawler, call), call);
      return { decisions: [], userTriggered: reports };
    }
    const question = { crawler, name, use: useOf(use) };
    const decisions = await inTurns(urls, CONCURRENCY, (url) => decide(url, question, call), call);
    return { decisions };
  },
  text({ decisions, userTriggered: reports = [] }) {
    const lines = decisions.map(decisionText);
    const reported = reports.map(
      ({ url, fetchers }) =>
        `${shownUrl(url)}: nothing decided; robots.txt names ${fetchers.length} user-triggered fetchers, see userTriggered`,
    );
    return [...lines, ...reported].join('\n');
  },
};

/** One decision in words of our own, and the deciding rule on a line of its own. */
export function decisionText(decision: SealedDecision): string {
  const { action, url, verdict, usage, retryAt } = decision;
  const until = retryAt === undefined || action !== 'defer' ? '' : ` until ${isoTime(retryAt)}`;
  const line = `${action}${until} ${shownUrl(url)}: ${reasonOf(decision)}`;
  const isUse = action === 'skip' && decision.outcome !== 'unsupported' && verdict?.allowed !== false;
  const quoted = isUse
    ? usage?.statements.map(({ text }) => text).slice(0, 1)
    : verdict?.rule && [verdict.rule.text];
  return [line, ...(quoted ?? []).map(siteLine)].join('\n');
}

function reasonOf({ outcome, verdict, usage, action, policyRow, error }: SealedDecision): string {
  if (error) return error.message;
  if (usage && action === 'skip' && verdict?.allowed !== false) {
    return `the site disallows the use "${usage.use}"`;
  }
  if (verdict?.rule) return `the ${verdict.rule.kind} rule on line ${verdict.rule.line} decides`;
  if (verdict) return REASONS[verdict.because];
  if (outcome === 'no-rules')
    return `the site has no robots.txt that holds (${policyRow}), so nothing is disallowed`;
  if (outcome === 'unreachable')
    return `robots.txt could not be fetched (${policyRow}), which is not a permission`;
  return `robots.txt gives no answer (${outcome})`;
}

const REASONS: Readonly<Record<NonNullable<ToolDecision['verdict']>['because'], string>> = {
  rule: 'a rule decides',
  'no-rule-matched': 'no rule of its group matches',
  'no-group': 'no group binds this crawler',
  'robots-txt-itself': 'robots.txt itself may always be fetched',
};

function isoTime(milliseconds: number): string {
  return new Date(Math.min(8.64e15, Math.max(0, milliseconds))).toISOString();
}
