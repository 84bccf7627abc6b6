/** A crawler on the page: a profile of the registry, a token of the file, or all other crawlers. */
import type { AgentProfile } from 'robots-exclusion/agents';

/** The members of a profile that the page shows or asks with. */
export const shownMembers = [
  'token',
  'title',
  'operator',
  'purposes',
  'fallbackTokens',
  'appliesStar',
  'obeys',
  'fetches',
  'dialect',
  'note',
  'source',
  'sourceKind',
  'asOf',
] as const satisfies readonly (keyof AgentProfile)[];

type Shown = Pick<AgentProfile, (typeof shownMembers)[number]>;

/**
 * Plain data, so that it can be sent to a worker. The token `*` stands for every crawler that the file does not name. A
 * crawler of which only the token is known has no source.
 */
export type Crawler = Omit<Shown, 'source' | 'sourceKind' | 'asOf'> &
  Partial<Pick<Shown, 'source' | 'sourceKind' | 'asOf'>>;

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
