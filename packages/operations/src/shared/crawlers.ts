/** The crawlers in a query. */
import { LRUCache } from 'lru-cache';
import {
  type AgentIndex,
  type CrawlerDescription,
  crawlerNames,
  describeCrawler,
  hasTokens,
  namesPurpose,
  type ResolvedCrawler,
  resolveCrawler,
  unknownNames,
} from 'robots-exclusion/agents';
import { OperationError } from '../errors.ts';

/** One crawler: a product token, a User-Agent header, or a list of product tokens. */
export type Agent = string | readonly string[];

/** The part of an input that names crawlers and states how to read their names. */
export interface AskedCrawlers {
  readonly agents?: readonly Agent[] | undefined;
  readonly literal?: boolean | undefined;
  /** Parsers know no crawler profiles, so if a dialect is named, the names are literal product tokens. */
  readonly dialect?: string | undefined;
}

/** The default crawler. It stands for all crawlers that the file does not name. */
export const anyCrawler: ResolvedCrawler = resolveCrawler('*', { literal: true });

/**
 * Looks up the crawlers. Known crawlers behave as documented by their operators. `registry:PURPOSE` stands for all
 * crawlers with that purpose.
 *
 * @param registry The registry of crawlers. Default: the crawlers that this project knows.
 * @throws {OperationError} If a crawler has no product token, or there are too many crawlers.
 */
export function crawlersOf(
  { agents, literal, dialect }: AskedCrawlers,
  registry: AgentIndex | undefined,
  maxCrawlers: number,
): readonly ResolvedCrawler[] {
  if (agents === undefined) return [anyCrawler];
  const isLiteral = literal === true || dialect !== undefined;
  const known = knownIn(registry)[isLiteral ? 'literal' : 'resolved'];
  const crawlers: ResolvedCrawler[] = [];
  for (const [index, agent] of agents.entries()) {
    const before = typeof agent === 'string' ? known.get(agent) : undefined;
    const found = before ? [before] : namedBy(agent, `agents[${index}]`, isLiteral, registry);
    crawlers.push(...found);
  }
  if (crawlers.length <= maxCrawlers) return crawlers;
  const message = `Expected at most ${maxCrawlers} crawler${maxCrawlers === 1 ? '' : 's'}, got ${crawlers.length}`;
  throw new OperationError('invalid-request', message, 'agents');
}

/**
 * Rejects a crawler that is not in the registry, if the registry is closed.
 *
 * @throws {OperationError} If the registry does not contain the crawler.
 */
export function requireKnown(crawler: ResolvedCrawler, path: string, registry: AgentIndex | undefined): void {
  if (registry?.isClosed !== true || unknownNames(crawler, registry).length === 0) return;
  const { note } = describeCrawler(undefined, crawler, registry);
  throw new OperationError('invalid-request', `Only known crawlers are accepted here: ${note}`, path);
}

/** The unknown crawlers in the query, for results that do not describe each crawler. */
export interface UnknownCrawlers {
  readonly unknownCrawlers?: readonly UnknownCrawler[];
}

/** The facts about an unknown crawler that do not depend on a file. */
type UnknownCrawler = Pick<CrawlerDescription, 'tokens' | 'known' | 'nearest'>;

/**
 * Describes the unknown crawlers among the given ones.
 *
 * @param registry The registry in which the crawlers were looked up. Default: the crawlers that this project knows.
 */
export function unknownAmong(
  crawlers: readonly ResolvedCrawler[],
  registry: AgentIndex | undefined,
): UnknownCrawlers {
  const unknown = crawlers.filter((crawler) => unknownNames(crawler, registry).length > 0);
  if (unknown.length === 0) return {};
  return { unknownCrawlers: unknown.map((crawler) => describeCrawler(undefined, crawler, registry)) };
}

/** The token that represents each crawler in a message. `*` has none. */
export function exampleTokens(crawlers: readonly ResolvedCrawler[]): readonly string[] {
  return crawlers.flatMap(({ tokens }) => tokens.slice(0, 1)).filter((token) => token !== '*');
}

/** Resolves a name to one crawler, or `registry:PURPOSE` to all crawlers with that purpose. */
function namedBy(
  agent: Agent,
  path: string,
  literal: boolean,
  registry: AgentIndex | undefined,
): readonly ResolvedCrawler[] {
  return namesOf(agent, path, registry).map((name) => crawlerOf(name, path, literal, registry));
}

function namesOf(agent: Agent, path: string, registry: AgentIndex | undefined): readonly Agent[] {
  const purposes = [agent].flat().filter(namesPurpose);
  if (purposes.length === 0) return [agent];
  if (typeof agent !== 'string') {
    const message = `${JSON.stringify(purposes[0])} stands for several crawlers: expected the product tokens of one`;
    throw new OperationError('invalid-request', message, path);
  }
  try {
    return crawlerNames([agent], registry);
  } catch (error) {
    if (error instanceof RangeError) throw new OperationError('invalid-request', error.message, path);
    throw error;
  }
}

function crawlerOf(
  agent: Agent,
  path: string,
  literal: boolean,
  registry: AgentIndex | undefined,
): ResolvedCrawler {
  const known = knownIn(registry)[literal ? 'literal' : 'resolved'];
  const before = typeof agent === 'string' ? known.get(agent) : undefined;
  if (before !== undefined) return before;
  const resolved = resolveCrawler(agent, { literal }, registry);
  if (!hasTokens(resolved)) {
    const message =
      'Expected a product token such as "FooBot", a list of them, or a User-Agent header that names one';
    throw new OperationError('invalid-request', message, path);
  }
  // The registry is not sent to threads, so the description of an unknown crawler is computed here.
  const crawler = Object.freeze({ ...resolved, unknown: unknownNames(resolved, registry) });
  requireKnown(crawler, path, registry);
  if (typeof agent === 'string') known.set(agent, crawler);
  return crawler;
}

/** Cached crawlers of one registry, by name. `literal` contains names that were resolved as literal product tokens. */
interface KnownCrawlers {
  resolved: LRUCache<string, ResolvedCrawler>;
  literal: LRUCache<string, ResolvedCrawler>;
}

/** Cached look-ups. Most queries name a few crawlers, and looking up a header tries many patterns. */
const knownByRegistry = new WeakMap<object, KnownCrawlers>();
/** The cache key for this project's registry. */
const THIS_PROJECT = {};
const MAX_KNOWN = 1000;

function knownIn(registry: object = THIS_PROJECT): KnownCrawlers {
  let known = knownByRegistry.get(registry);
  if (known === undefined) {
    known = { resolved: new LRUCache({ max: MAX_KNOWN }), literal: new LRUCache({ max: MAX_KNOWN }) };
    knownByRegistry.set(registry, known);
  }
  return known;
}
