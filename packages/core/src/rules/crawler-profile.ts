/** Crawlers that fall back to the groups of other tokens if no group names them, as their operators document. */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { isStar } from '../parse/product-token.ts';
import { tokensOf, type Who } from './crawler.ts';
import { selectRows } from './select.ts';

/** The part of an agent profile that selects groups. */
export interface CrawlerProfile {
  readonly token: string;
  /** Fallback tokens, tried in this order if `token` has no group. Groups of different tokens are not merged. */
  readonly fallbackTokens: readonly string[];
  /** Whether the group of `*` applies to the crawler if none of its tokens has a group. */
  readonly appliesStar: boolean;
  /**
   * Names of records, in lower case, that the crawler reads from the group of `*` even if another group applies to
   * it. @default none
   */
  readonly starExtras?: readonly string[];
}

/** One crawler: its product tokens, or its profile. */
export type Crawler = Who | CrawlerProfile;

export function isProfile(who: Crawler): who is CrawlerProfile {
  return typeof who === 'object' && who !== null && !Array.isArray(who) && 'token' in who;
}

/**
 * The profile itself, after checking its parts.
 * @throws {TypeError} If a part of the profile is missing or has the wrong type.
 */
function checked(profile: CrawlerProfile): CrawlerProfile {
  const { token, fallbackTokens, appliesStar } = profile;
  const isWhole =
    typeof token === 'string' &&
    Array.isArray(fallbackTokens) &&
    fallbackTokens.every((each) => typeof each === 'string') &&
    typeof appliesStar === 'boolean';
  if (isWhole) return profile;
  throw new TypeError(
    `Cannot look up rules for ${quote(profile)}: expected a profile with "token", "fallbackTokens" and "appliesStar"`,
  );
}

/**
 * The token whose groups apply to the crawler: the first of its tokens that the file names. If the file names none of
 * them, the crawler's first token, which then selects the groups of `*`; `undefined` if the groups of `*` do not apply
 * either.
 *
 * @throws {TypeError} If a part of the profile is missing or has the wrong type.
 */
export function tokenInForce(document: RobotsDocument, profile: CrawlerProfile): string | undefined {
  const { token, appliesStar } = checked(profile);
  return namedToken(document, profile) ?? (appliesStar ? token : undefined);
}

/** The first of the crawler's tokens that a group names; `undefined` if no group names one. */
export function namedToken(
  document: RobotsDocument,
  { token, fallbackTokens }: CrawlerProfile,
): string | undefined {
  return isNamed(document, token) ? token : fallbackTokens.find((each) => isNamed(document, each));
}

/**
 * The name that selects the crawler's groups in this file; `undefined` if no group applies to it.
 *
 * @throws {TypeError} If a part of a profile is missing or has the wrong type.
 */
export function whoInForce(document: RobotsDocument, who: Crawler): Who | undefined {
  return isProfile(who) ? tokenInForce(document, who) : who;
}

/**
 * Like `whoInForce`, but returns a list of tokens.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile.
 */
export function tokensInForce(document: RobotsDocument, who: Crawler): readonly Uint8Array[] | undefined {
  const name = whoInForce(document, who);
  return name === undefined ? undefined : tokensOf(name);
}

/** The crawler's own product tokens; for a profile, only its token. */
export function ownTokensOf(who: Crawler): readonly Uint8Array[] {
  return tokensOf(isProfile(who) ? checked(who).token : who);
}

/** Whether a group names the token. If one does, a selection contains no rows of `*`. */
function isNamed(document: RobotsDocument, token: string): boolean {
  const { dialect, octets, lines } = document;
  if (dialect.reader) return dialect.reader.names(document, token);
  const { userAgentRows } = selectRows(document, tokensOf(token));
  return userAgentRows.some((row) => !isStar(octets, valueStartAt(lines, row), valueEndAt(lines, row)));
}
