/** Crawlers that turn to the groups of other tokens when none names them, as their operators document it. */
import type { RobotsDocument } from '../parse/document.ts';
import { valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { isStar } from '../parse/product-token.ts';
import { tokensOf, type Who } from './crawler.ts';
import { selectRows } from './select.ts';

/** What of an agent profile chooses the groups. */
export interface CrawlerProfile {
  readonly token: string;
  /** Asked in this order when `token` has no group. Groups of different tokens are not merged. */
  readonly fallbackTokens: readonly string[];
  /** The group of `*` binds the crawler when none of its tokens has one. */
  readonly appliesStar: boolean;
}

/** Whether it is a profile, and not tokens. */
export function isProfile(who: Who | CrawlerProfile): who is CrawlerProfile {
  return typeof who === 'object' && who !== null && !Array.isArray(who) && 'token' in who;
}

/**
 * The token whose groups bind the crawler: the first of its own that the file names; the crawler's first one where it
 * names none, which leaves the groups of `*`; `undefined` where those do not bind it either.
 *
 * @throws {TypeError} If a token of the profile is no string.
 */
export function tokenInForce(
  document: RobotsDocument,
  { token, fallbackTokens, appliesStar }: CrawlerProfile,
): string | undefined {
  const named = [token, ...fallbackTokens].find((each) => isNamed(document, each));
  return named ?? (appliesStar ? token : undefined);
}

/** A selection holds rows of `*` only where no group names the token. */
function isNamed(document: RobotsDocument, token: string): boolean {
  const { dialect, octets, lines } = document;
  if (dialect.reader) return dialect.reader.names(document, token);
  const { userAgentRows } = selectRows(document, tokensOf(token));
  return userAgentRows.some((row) => !isStar(octets, valueStartAt(lines, row), valueEndAt(lines, row)));
}
