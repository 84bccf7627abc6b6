/** `robots_preflight`: what would really happen to the crawler at a page. */

import { type PreflightProbe, preflight, withStates } from '@robots-exclusion/client/preflight';
import { parseUrl } from '@robots-exclusion/client/url';
import { withoutSecrets } from 'robots-exclusion/print';
import { z } from 'zod';
import { crawlerInput, crawlerOf } from '../crawler.ts';
import { turnOf } from '../decide.ts';
import { decisionSchema, type ToolDecision } from '../decision-schema.ts';
import { FetchLimitError } from '../fetch-budget.ts';
import { ownUrl, shownUrl } from '../own-url.ts';
import { siteLine, siteText } from '../site-text.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from './tool.ts';

const TIMEOUT_MS = 15_000;

const input = z.object({ url: z.string().max(8192).describe('An http or https URL'), ...crawlerInput });

const probed = z.object({
  shape: z.string(),
  userAgent: z.string(),
  finalUrl: siteText('Where redirects ended'),
  status: z.number().int().optional(),
  evidence: z
    .array(z.object({ kind: z.string(), name: z.string(), text: siteText('What the site answered') }))
    .overwrite((evidence) => evidence.slice(0, 20)),
});

const output = z.object({
  url: ownUrl(),
  crawler: z.union([z.string(), z.array(z.string())]),
  outcome: z.string().describe('See docs/mcp.md: open, disallowed, refused-by-name, payment-required, …'),
  policy: decisionSchema.describe('What robots.txt says'),
  asCrawler: probed.describe('What the site answers to the crawler’s name'),
  asClient: probed.describe('What it answers to this program’s own name'),
  states: z
    .array(
      z.object({
        what: siteText('What is stated, such as noindex or train-ai=n'),
        where: siteText('Where'),
        isRestrictive: z.boolean(),
        text: siteText('The statement').optional(),
      }),
    )
    .overwrite((states) => states.slice(0, 50))
    .describe('What the page and its site state about uses, for this crawler'),
  sources: z
    .array(
      z.object({
        name: z.string(),
        url: siteText('Where it was looked for'),
        status: z.enum(['read', 'absent', 'not-asked', 'unknown']),
        note: siteText('Why').optional(),
      }),
    )
    .describe('Where statements were looked for; "unknown" is not silence'),
  requests: z.number().int(),
});

function shown({ usageHeaders: _, evidence, ...probe }: PreflightProbe) {
  return { ...probe, evidence: [...evidence] };
}

export const preflightTool: Tool<typeof input, typeof output> = {
  name: 'robots_preflight',
  title: 'What a site really answers',
  description:
    'Asks for a page once under the crawler’s name and once under the program’s own, only where robots.txt allows each, and names what comes back: served, refused by name, payment, licence or bot challenge, login. For sites of your own, or under a name of your own.',
  input,
  output,
  async run({ url, crawler: name, literal }, call) {
    const crawler = crawlerOf(name, literal, call.services.registry);
    const scheme = parseUrl(url)?.protocol ?? '';
    if (!/^https?:$/.test(scheme)) throw new ToolError('url is not an http or https URL');
    const { client, addressPolicy } = call.services;
    const {
      policy,
      usage: _,
      ...report
    } = await preflight(client, url, {
      as: crawler.tokens,
      literal: crawler.isLiteral,
      ...(crawler.known && { profile: crawler.known }),
      addressPolicy,
      timeoutMs: TIMEOUT_MS,
      signal: call.signal,
      beforeFetch: turnOf(call),
    }).catch((error: unknown) => {
      throw error instanceof FetchLimitError ? new ToolError(error.message) : error;
    });
    const echoed = typeof name === 'string' ? withoutSecrets(name) : name.map((one) => withoutSecrets(one));
    const decision = { ...policy, crawler: echoed } as unknown as ToolDecision;
    return {
      ...report,
      states: [...report.states],
      sources: [...report.sources],
      crawler: echoed,
      policy: decision,
      asCrawler: shown(report.asCrawler),
      asClient: shown(report.asClient),
    };
  },
  text({ url, outcome, asCrawler, asClient, states }) {
    const lines = [
      `${outcome}: ${shownUrl(url)}`,
      `as the crawler: ${asCrawler.shape}${asCrawler.status === undefined ? '' : ` (${asCrawler.status})`}`,
      `as this program: ${asClient.shape}${asClient.status === undefined ? '' : ` (${asClient.status})`}`,
    ];
    const quoted = [
      ...asCrawler.evidence.slice(0, 3).map(({ text }) => text),
      ...(states.length === 0 ? [] : [withStates(outcome, states)]),
    ];
    return [...lines, ...quoted.map(siteLine)].join('\n');
  },
};
