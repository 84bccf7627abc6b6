/** The crawlers that a request asks about. */
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
  const crawler = resolveCrawler(agent, { literal }, registry);
  if (hasTokens(crawler)) return crawler;
  const message =
    'Expected a product token such as "FooBot", a list of them, or a User-Agent header that names one';
  throw new ProblemError('invalid-request', { errors: [{ path: `agents[${index}]`, message }] });
}
