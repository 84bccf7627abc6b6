/** Describes the crawler that a query names: its identity, and the parts of the result that depend on it. */

import { quote } from '../bytes/quote.ts';
import { withoutSecrets } from '../bytes/without-secrets.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { AgentIndex } from './find-agent.ts';
import { unknownNames } from './lookup.ts';
import { knownAgents } from './registry.ts';
import { crawlerNote, type ResolvedCrawler, type UnknownName } from './resolve-crawler.ts';

/** The crawler to which a verdict applies. Plain data, with members in the order of the JSON output. */
export interface CrawlerDescription {
  /** The product tokens in the query. */
  readonly tokens: readonly string[];
  /**
   * Whether the registry knows every token. `*`, which stands for all crawlers that no group names, counts as known.
   */
  readonly known: boolean;
  /** For an unknown crawler: the known tokens with the most similar spelling; may be empty. */
  readonly nearest?: readonly string[];
  /** The token whose group the crawler follows because no group names the crawler itself. */
  readonly followsGroup?: string;
  /** Set if no group names the crawler and the group of `*` does not apply to it. */
  readonly exemptFromStar?: true;
  /** Set if the caller requested the bare token, and the crawler itself would follow another group or none. */
  readonly literal?: true;
  /** The members above, stated in sentences; absent if there is nothing to report. */
  readonly note?: string;
  /** The page that documents what the crawler does if no group names it. */
  readonly source?: string;
}

/**
 * Describes the crawler that a query names.
 *
 * @param document The robots.txt to check. If it is `undefined`, the description omits the parts that depend on groups.
 * @param registry The registry in which the crawler was looked up. Default: the one that resolved its name.
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

/** The tokens to show. If a URL was passed as a name, its user information is removed. */
function shownTokens(tokens: readonly string[]): readonly string[] {
  const shown = tokens.map((token) => withoutSecrets(token));
  return shown.every((token, at) => token === tokens[at]) ? tokens : Object.freeze(shown);
}

/** The maximum number of unknown names that get a sentence each. The rest are only counted. */
const MOST_SENTENCES = 3;

/** A sentence for each name, such as "GPTBto is not a known crawler; did you mean GPTBot?". */
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
  return `Treated as one crawler with the product tokens ${listed(more > 0 ? [...names, `${more} more`] : names, 'and')}`;
}

/** Joins words as in "A, B or C". */
function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words[words.length - 1]}`;
}

/** A caller's token, formatted for a sentence. */
function shown(token: string): string {
  return /^[\w.-]{1,60}$/.test(token) ? token : quote(token);
}
