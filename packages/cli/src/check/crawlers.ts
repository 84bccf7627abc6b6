/** The crawlers that `--agent` names. */
import { productTokens } from 'robots-exclusion';
import { CommandError } from '../command-error.ts';

/** One crawler. */
export interface Crawler {
  /** Its product tokens; `*` alone for a crawler that no group names. */
  readonly tokens: readonly string[];
  /** The tokens with commas between them. */
  readonly name: string;
}

/** What is asked about when nobody says which crawler: how the file reads for all that it does not name. */
export const anyCrawler: Crawler = Object.freeze({ tokens: Object.freeze(['*']), name: '*' });

/**
 * Each value is one crawler: a token, several tokens with commas between them, or a full User-Agent header.
 *
 * @throws {CommandError} If a value holds no product token.
 */
export function crawlersOf(values: readonly string[]): readonly Crawler[] {
  return values.length === 0 ? [anyCrawler] : values.map(crawlerOf);
}

function crawlerOf(value: string): Crawler {
  if (value.trim() === '*') return anyCrawler;
  const tokens = isHeader(value) ? productTokens(value) : value.split(',').map((token) => token.trim());
  const isUsable = tokens.length > 0 && tokens.every((token) => tokenStart.test(token));
  if (!isUsable) {
    throw new CommandError(
      `Cannot tell the crawler from --agent ${JSON.stringify(value)}: expected a product token such as "FooBot", several of one crawler such as "FooBot-News,FooBot", or a User-Agent header that names one`,
    );
  }
  return { tokens, name: tokens.join(',') };
}

/** A header has comments or several products; its commas separate nothing. */
function isHeader(value: string): boolean {
  return value.includes('(') || /\S[ \t]+\S/.test(value.replace(/\s*,\s*/g, ','));
}

/** What is cut off at its first character is an empty token, which matches no group. */
const tokenStart = /^[^\s/*,;(]/;
