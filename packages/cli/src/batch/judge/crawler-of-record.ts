/** The crawler that a record names. */
import { type AgentIndex, hasTokens, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { BadRecord } from '../read/bad-record.ts';
import type { Question } from '../read/question.ts';

/**
 * Passes literal tokens to the parser unchanged, so that parsers can be compared even on an empty token.
 *
 * @throws {BadRecord} If the name has no product token.
 */
export function crawlerOfRecord(
  agent: Question['agent'],
  literal: boolean,
  registry: AgentIndex | undefined,
): ResolvedCrawler {
  const crawler = resolveCrawler(agent, { literal }, registry);
  if (literal || hasTokens(crawler)) return crawler;
  throw new BadRecord(
    'invalid-agent',
    `Cannot use "agent": ${JSON.stringify(agent).slice(0, 60)} lacks a product token, expected one such as "FooBot", a list of them, or a User-Agent header that names one`,
  );
}
