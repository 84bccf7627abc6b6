/** The crawlers that a request asks about. */
import { LRUCache } from 'lru-cache';
import { type AgentIndex, hasTokens, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { ProblemError } from '../problems.ts';

/** One crawler: a product token, a User-Agent header, or a list of product tokens. */
export type Agent = string | readonly string[];

/** What of a request says which crawlers are asked about, and how their names are read. */
export interface AskedCrawlers {
  agents?: readonly Agent[] | undefined;
  literal?: boolean | undefined;
  /** Parsers know no profiles: for a dialect that is named, tokens are literal. */
  dialect?: string | undefined;
}

/** What is asked about when nobody says which crawler: how the file reads for all that it does not name. */
const anyCrawler = resolveCrawler('*', { literal: true });

/**
 * The crawlers, known ones as their operators document them.
 *
 * @param registry Where names are looked up. Default: the crawlers that this project knows.
 *
 * @throws {ProblemError} If one has no product token.
 */
export function crawlersOf(
  { agents, literal, dialect }: AskedCrawlers,
  registry: AgentIndex | undefined,
): readonly ResolvedCrawler[] {
  const isLiteral = literal === true || dialect !== undefined;
  return agents === undefined
    ? [anyCrawler]
    : agents.map((agent, index) => crawlerOf(agent, index, isLiteral, registry));
}

function crawlerOf(
  agent: Agent,
  index: number,
  literal: boolean,
  registry: AgentIndex | undefined,
): ResolvedCrawler {
  const known = knownIn(registry)[literal ? 'literal' : 'resolved'];
  const before = typeof agent === 'string' ? known.get(agent) : undefined;
  if (before !== undefined) return before;
  const crawler = resolveCrawler(agent, { literal }, registry);
  if (hasTokens(crawler)) {
    if (typeof agent === 'string') known.set(agent, crawler);
    return crawler;
  }
  const message =
    'Expected a product token such as "FooBot", a list of them, or a User-Agent header that names one';
  throw new ProblemError('invalid-request', { errors: [{ path: `agents[${index}]`, message }] });
}

/** Crawlers of one registry by name, as they are known and as literal tokens. */
interface KnownCrawlers {
  resolved: LRUCache<string, ResolvedCrawler>;
  literal: LRUCache<string, ResolvedCrawler>;
}

/** Those that were asked about before: most requests are about a few, and a header is looked up in many patterns. */
const knownByRegistry = new WeakMap<object, KnownCrawlers>();
/** Stands for the registry of this project. */
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

/** What tells crawlers apart. */
export function crawlerKey(crawler: ResolvedCrawler): string {
  let key = keys.get(crawler);
  if (key === undefined) {
    key = JSON.stringify(crawler);
    keys.set(crawler, key);
  }
  return key;
}

const keys = new WeakMap<ResolvedCrawler, string>();
