/**
 * Describes the crawler that was asked about, for every answer: who it is, and which parts of the answer depend on
 * that.
 */

import { quote } from '../bytes/quote.ts';
import { withoutSecrets } from '../bytes/without-secrets.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { AgentIndex } from './find-agent.ts';
import { nearestTokens } from './lookup.ts';
import { knownAgents } from './registry.ts';
import { crawlerNote, cutToken, type ResolvedCrawler, type UnknownName } from './resolve-crawler.ts';

/** The crawler of an answer. Plain data, in the order of its JSON. */
export interface CrawlerDescription {
  /** Product tokens that the question named. */
  readonly tokens: readonly string[];
  /** The registry knows every token. `*`, which stands for all crawlers that no group names, counts as known. */
  readonly known: boolean;
  /** For a crawler that is not known: the tokens of the registry that are nearest to its own, perhaps none. */
  readonly nearest?: readonly string[];
  /** No group names the crawler: it follows the group of this token. */
  readonly followsGroup?: string;
  /** No group names the crawler, and the group of `*` does not apply to it. */
  readonly exemptFromStar?: true;
  /** The bare token was asked for; otherwise the crawler would follow another group, or none. */
  readonly literal?: true;
  /** The same in sentences, if there is anything to say. */
  readonly note?: string;
  /** The page that documents what the crawler does if no group names it. */
  readonly source?: string;
}

/**
 * Describes the crawler that was asked about.
 *
 * @param document The robots.txt that answers; `undefined` where there is none, which leaves out what depends on groups.
 * @param registry Where the crawler was looked up. Default: the known crawlers.
 * @example
 * ```ts
 * import { describeCrawler, resolveCrawler } from 'robots-exclusion/agents';
 *
 * describeCrawler(undefined, resolveCrawler('GPTBto'));
 * // { tokens: ['GPTBto'], known: false, nearest: ['GPTBot'],
 * //   note: 'GPTBto is not a known crawler; did you mean GPTBot?' }
 * ```
 */
export function describeCrawler(
  document: RobotsDocument | undefined,
  crawler: ResolvedCrawler,
  registry: AgentIndex = knownAgents(),
): CrawlerDescription {
  const { tokens } = crawler;
  const unknown = unknownNames(crawler, registry);
  const { note, source, token: _, ...what } = (document && crawlerNote(document, crawler)) ?? {};
  const notes = [note, oneOfSeveral(tokens), ...sentencesOf(unknown)].filter((each) => each !== undefined);
  return Object.freeze({
    tokens: shownTokens(tokens),
    known: unknown.length === 0,
    ...(unknown.length > 0 && {
      nearest: Object.freeze([...new Set(unknown.flatMap(({ nearest }) => nearest))]),
    }),
    ...what,
    ...(notes.length > 0 && { note: withoutSecrets(notes.join('. ').replaceAll('?. ', '? ')) }),
    ...(source !== undefined && { source }),
  });
}

/** If a URL was given as a name, its user information is removed. */
function shownTokens(tokens: readonly string[]): readonly string[] {
  const shown = tokens.map((token) => withoutSecrets(token));
  return shown.every((token, at) => token === tokens[at]) ? tokens : Object.freeze(shown);
}

/** The tokens of a crawler that the registry does not know, in their order. */
export function unknownNames(
  crawler: ResolvedCrawler,
  registry: AgentIndex = knownAgents(),
): readonly UnknownName[] {
  if (crawler.unknown !== undefined) return crawler.unknown;
  const before = kept.get(crawler);
  if (before?.registry === registry) return before.names;
  const names = crawler.tokens
    .filter((token) => token !== '*' && !registry.byToken.has(cutToken(token)))
    .map((token) => ({ token, nearest: nearestTokens(cutToken(token), registry) }));
  kept.set(crawler, { registry, names });
  return names;
}

/** One crawler is asked about URL by URL. */
const kept = new WeakMap<
  ResolvedCrawler,
  { readonly registry: AgentIndex; readonly names: readonly UnknownName[] }
>();

/** Longer lists of names are summarized. */
const MOST_SENTENCES = 3;

/** "GPTBto is not a known crawler; did you mean GPTBot?", for each name. */
function sentencesOf(unknown: readonly UnknownName[]): readonly string[] {
  const more = unknown.length - MOST_SENTENCES;
  const sentences = unknown.slice(0, MOST_SENTENCES).map(({ token, nearest }) => {
    const question = nearest.length > 0 ? `; did you mean ${listed(nearest, 'or')}?` : '';
    return `${shown(token)} is not a known crawler${question}`;
  });
  return more > 0
    ? [...sentences, `${more} more ${more === 1 ? 'name is not' : 'names are not'} known`]
    : sentences;
}

function oneOfSeveral(tokens: readonly string[]): string | undefined {
  if (tokens.length < 2) return undefined;
  const names = tokens.slice(0, MOST_SENTENCES).map(shown);
  const more = tokens.length - names.length;
  return `Asked about as one crawler with the product tokens ${listed(more > 0 ? [...names, `${more} more`] : names, 'and')}`;
}

/** "A, B or C". */
function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words[words.length - 1]}`;
}

/** A caller's token, formatted for a sentence. */
function shown(token: string): string {
  return /^[\w.-]{1,60}$/.test(token) ? token : quote(token);
}
