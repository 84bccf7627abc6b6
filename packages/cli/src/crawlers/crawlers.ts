/** The crawlers that `--agent` names. */
import { productTokens } from 'robots-exclusion';
import { type AgentIndex, hasTokens, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { CommandError } from '../command-error.ts';

/** One crawler; the token `*` stands for any crawler that no group names. */
export interface Crawler extends ResolvedCrawler {
  /** The tokens, separated by commas. */
  readonly name: string;
  /** The name that the user gave. */
  readonly given: string;
}

/** The default if no crawler is named. It stands for any crawler that the file does not name. */
export const anyCrawler: Crawler = named('*', true);

/**
 * Parses crawlers. Each value names one crawler: by a token, by several comma-separated tokens, or by a full User-Agent
 * header.
 *
 * @param isLiteral Whether to treat names as plain product tokens and ignore the crawler registry.
 * @throws {CommandError} If a value contains no product token.
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

/**
 * The crawler that a User-Agent header names; undefined if it names none. As in the client's User-Agent, the text after
 * a slash is a version, not part of the token.
 */
export function crawlerOfHeader(
  header: string,
  literal: boolean,
  registry?: AgentIndex,
): Crawler | undefined {
  const { known } = resolveCrawler(header, { literal }, registry);
  const crawler = named(header, literal, registry, known?.token ?? productTokens(header));
  return hasTokens(crawler) ? crawler : undefined;
}

function named(
  given: string,
  literal: boolean,
  registry?: AgentIndex,
  name: string | readonly string[] = given,
): Crawler {
  const crawler = resolveCrawler(name, { literal }, registry);
  return Object.freeze({ ...crawler, name: crawler.tokens.join(','), given });
}
