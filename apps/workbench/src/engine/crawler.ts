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

/** A crawler of which only the token is known. */
export function unknownCrawler(token: string): Crawler {
  return { ...everybodyElse, token, title: token };
}
