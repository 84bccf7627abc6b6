/** A crawler on the page: a profile of the registry, a token of the file, or all other crawlers. */
import type { AgentObedience, AgentProfile, AgentPurpose } from 'robots-exclusion/agents';

/** Plain data, so that it can be sent to a worker. */
export interface Crawler {
  /** Product token; `*` stands for every crawler that the file does not name. */
  readonly token: string;
  readonly title: string;
  readonly operator: string;
  readonly purposes: readonly AgentPurpose[];
  /** Tokens whose groups the crawler follows if no group names the crawler. */
  readonly fallbackTokens: readonly string[];
  /** Whether the group of `*` applies to the crawler if no other group does. */
  readonly appliesStar: boolean;
  readonly obeys: AgentObedience;
  readonly fetches: boolean;
  readonly dialect: string;
  readonly note?: string;
  /** The page that documents the crawler. `asOf` is the date of this information. */
  readonly source?: string;
  /** Who published `source`. */
  readonly sourceKind?: AgentProfile['sourceKind'];
  readonly asOf?: string;
}

/** Stands for every crawler without a group of its own. */
export const everybodyElse: Crawler = Object.freeze({
  token: '*',
  title: 'Any other crawler',
  operator: '',
  purposes: Object.freeze([]),
  fallbackTokens: Object.freeze([]),
  appliesStar: true,
  obeys: 'unknown',
  fetches: true,
  dialect: 'rfc9309',
});

/**
 * Product tokens to use as examples in messages about a file: the crawler's own token, or none if it stands for all
 * others.
 */
export function askedTokens({ token }: Crawler): readonly string[] {
  return token === '*' ? [] : [token];
}

/** Limit on the cached crawlers, which is more than a page shows. When it is reached, the cache is cleared. */
const MAX_UNKNOWN = 1000;
const unknown: Map<string, Crawler> = new Map();

/**
 * A crawler of which only the token is known. Calls with the same token return the same object, because a new object
 * would start the jobs again.
 */
export function unknownCrawler(token: string): Crawler {
  const known = unknown.get(token);
  if (known) return known;
  if (unknown.size >= MAX_UNKNOWN) unknown.clear();
  const crawler = Object.freeze({ ...everybodyElse, token, title: token });
  unknown.set(token, crawler);
  return crawler;
}
