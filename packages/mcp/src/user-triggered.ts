/**
 * Reports what a site's robots.txt states about fetchers that act at a person's request. RFC 9309 applies to crawlers,
 * which are automatic clients. The operator of a user-triggered fetcher decides whether to follow robots.txt, so this
 * tool only reports.
 */

import type { CheckOptions } from '@robots-exclusion/client';
import { parseUrl } from '@robots-exclusion/client/url';
import { siteText } from '@robots-exclusion/operations/schemas';
import { compile, judge, type RobotsDocument } from 'robots-exclusion';
import { agents, type ResolvedCrawler } from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import * as z from 'zod';
import { turnOf } from './decide.ts';
import { FetchLimitError } from './fetch-budget.ts';
import type { Call } from './services.ts';

const saying = z.object({
  token: z.string(),
  isNamed: z.boolean().describe('A group of the file names this token'),
  allowed: z.boolean().describe('What the rules of its group say about the URL'),
  line: z.number().int().exactOptional(),
  text: siteText('The rule that decides.').exactOptional(),
});

export const userTriggeredSchema = z.object({
  url: z.string(),
  outcome: z.string().exactOptional(),
  policyRow: z.string(),
  robotsUrl: z.string().exactOptional(),
  crawler: saying.exactOptional().describe('What the file says to the requested crawler'),
  fetchers: z
    .array(saying.extend({ operator: z.string(), source: z.string() }))
    .describe('Known user-triggered fetchers that the file names'),
});

type Report = z.input<typeof userTriggeredSchema>;

/**
 * The client options that identify the crawler. The client does not resolve names, so it gets product tokens or a
 * profile.
 */
function addressed({ tokens, known, isLiteral }: ResolvedCrawler): CheckOptions {
  return known === undefined || isLiteral ? { productTokens: tokens } : { profile: known };
}

export async function userTriggered(url: string, crawler: ResolvedCrawler, call: Call): Promise<Report> {
  const { client, documents } = call.services;
  const { signal } = call;
  const shown = withoutUserInformation(url);
  if (!parseUrl(url)) return { url: shown, policyRow: 'invalid-url', fetchers: [] };
  try {
    const asked = { ...addressed(crawler), signal, beforeFetch: turnOf(call) };
    const { outcome, policyRow, robotsUrl } = await client.check(url, asked);
    const found = { url: shown, outcome, policyRow, ...(robotsUrl !== undefined && { robotsUrl }) };
    const document = await documents.of(url, asked);
    if (document === undefined) return { ...found, fetchers: [] };
    const { who, tokens } = crawler;
    return { ...found, crawler: sayingTo(document, who, tokens, url), fetchers: fetchersIn(document, url) };
  } catch (error) {
    if (error instanceof FetchLimitError) return { url: shown, policyRow: 'fetch-limit', fetchers: [] };
    throw error;
  }
}

function fetchersIn(document: RobotsDocument, url: string): Report['fetchers'] {
  return agents
    .filter(({ obeys }) => obeys === 'user-triggered')
    .map((agent) => {
      const { token, operator, source } = agent;
      return { ...sayingTo(document, agent, [token], url), operator, source };
    })
    .filter(({ isNamed }) => isNamed);
}

/**
 * The verdict for the crawler's tokens or registry profile. `isNamed` is true only if the file contains one of the
 * crawler's own tokens.
 */
function sayingTo(
  document: RobotsDocument,
  who: Parameters<typeof compile>[1],
  tokens: readonly string[],
  url: string,
): z.input<typeof saying> {
  const { allowed, group, rule } = judge(compile(document, who), url);
  const own = new Set(tokens.map((token) => token.toLowerCase()));
  const isNamed = (group?.productTokens ?? []).some((named) => own.has(named.toLowerCase()));
  const token = tokens.join(',');
  return { token, isNamed, allowed, ...(rule && { line: rule.line, text: rule.text }) };
}
