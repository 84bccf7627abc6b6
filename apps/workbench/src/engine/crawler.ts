/** A crawler as the page handles it: a profile of the registry, a token of the file, or everybody else. */
import type { AgentObedience, AgentPurpose } from 'robots-exclusion/agents';

/** Plain data, so that it can be sent to a worker. */
export interface Crawler {
  /** Product token; `*` stands for every crawler that the file does not name. */
  readonly token: string;
  readonly title: string;
  readonly operator: string;
  readonly purposes: readonly AgentPurpose[];
  /** Tokens whose groups it turns to where no group names it. */
  readonly fallbackTokens: readonly string[];
  /** The group of `*` binds it when nothing else does. */
  readonly appliesStar: boolean;
  readonly obeys: AgentObedience;
  readonly fetches: boolean;
  readonly dialect: string;
  readonly note?: string;
  /** The page that the facts were read from, and the day. */
  readonly source?: string;
  readonly asOf?: string;
}

/** Every crawler that has no group of its own. */
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

/** What messages about a file can take as an example: the crawler's token, or none where it stands for all others. */
export function askedTokens({ token }: Crawler): readonly string[] {
  return token === '*' ? [] : [token];
}

/** More than one page shows; beyond them a token gets a new value. */
const MAX_UNKNOWN = 1000;
const unknown: Map<string, Crawler> = new Map();

/**
 * A crawler of which only the token is known. One token has one value, as a profile of the registry has: what is asked
 * about a crawler is asked again when its value is another one.
 */
export function unknownCrawler(token: string): Crawler {
  const known = unknown.get(token);
  if (known) return known;
  if (unknown.size >= MAX_UNKNOWN) unknown.clear();
  const crawler = Object.freeze({ ...everybodyElse, token, title: token });
  unknown.set(token, crawler);
  return crawler;
}
