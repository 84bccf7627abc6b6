/** The crawlers that `--agent` names. */
import { type AgentIndex, hasTokens, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';

/** One crawler; `*` alone is its token where no group names it. */
export interface Crawler extends ResolvedCrawler {
  /** The tokens with commas between them. */
  readonly name: string;
  /** As it was named. */
  readonly given: string;
}

/** What is asked about when nobody says which crawler: how the file reads for all that it does not name. */
export const anyCrawler: Crawler = named('*', true);

/**
 * Each value is one crawler: a token, several tokens with commas between them, or a full User-Agent header.
 *
 * @param isLiteral Take the tokens as written, whatever is known of the crawlers.
 * @throws {CommandError} If a value holds no product token.
 */
export function crawlersOf(
  values: readonly string[],
  isLiteral: boolean,
  registry?: AgentIndex,
): readonly Crawler[] {
  return values.length === 0 ? [anyCrawler] : values.map((value) => crawlerOf(value, isLiteral, registry));
}

function crawlerOf(value: string, isLiteral: boolean, registry?: AgentIndex): Crawler {
  if (value.trim() === '*') return anyCrawler;
  const crawler = named(value, isLiteral, registry);
  if (hasTokens(crawler)) return crawler;
  throw new CommandError(
    `Cannot tell the crawler from --agent ${JSON.stringify(value)}: expected a product token such as "FooBot", several of one crawler such as "FooBot-News,FooBot", or a User-Agent header that names one`,
  );
}

function named(value: string, literal: boolean, registry?: AgentIndex): Crawler {
  const crawler = resolveCrawler(value, { literal }, registry);
  return Object.freeze({ ...crawler, name: crawler.tokens.join(','), given: value });
}
