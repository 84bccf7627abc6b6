/** Looks up crawlers in the registry, by token, by header and by purpose; builds registries with your own crawlers. */
import { nearestWords } from '../bytes/nearest.ts';
import type { AgentProfile, AgentPurpose } from './agent-profile.ts';
import { type AgentIndex, findIn, indexAgents, withPurpose } from './find-agent.ts';
import { readAgents } from './read-agents.ts';
import { knownAgents } from './registry.ts';
import { type ResolvedCrawler, type ResolveOptions, resolveIn } from './resolve-crawler.ts';

/**
 * The crawler with that product token (ignoring ASCII case), or the crawler that a full User-Agent header names. If
 * several patterns occur in the header, the longest decides. A name after `like` is a comparison and does not count.
 *
 * A header proves nothing: anyone can send it.
 *
 * @throws {TypeError} If the argument is not a string.
 */
export function findAgent(tokenOrUserAgentHeader: string): AgentProfile | undefined {
  if (typeof tokenOrUserAgentHeader !== 'string') {
    throw new TypeError(
      `Cannot find a crawler by a value of type "${typeof tokenOrUserAgentHeader}": expected a product token or a User-Agent header`,
    );
  }
  return findIn(knownAgents(), tokenOrUserAgentHeader);
}

/** Like {@link findAgent}, but looks in your own registry, which {@link registryWith} creates. */
export function findAgentIn(registry: AgentIndex, tokenOrUserAgentHeader: string): AgentProfile | undefined {
  return findIn(registry, tokenOrUserAgentHeader);
}

/** Profiles with at least one of the purposes, sorted by token; empty if there are none. */
export function agentsByPurpose(...purposes: readonly AgentPurpose[]): readonly AgentProfile[] {
  return withPurpose(knownAgents().agents, purposes);
}

/**
 * The crawler that a name refers to: a product token, several tokens of one crawler (comma-separated or as a list), or
 * a User-Agent header. If the registry knows it, `who` is its profile, with fallbacks and exemptions. With `literal`,
 * or if the name is unknown or has several tokens, `who` is only the tokens.
 *
 * @param registry The registry to look in. Default: the known crawlers.
 * @throws {TypeError} If `name` is neither a string nor a list of strings.
 * @example
 * ```ts
 * import { compile, parse } from 'robots-exclusion';
 * import { crawlerNote, resolveCrawler } from 'robots-exclusion/agents';
 *
 * const document = parse('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n');
 * const crawler = resolveCrawler('Googlebot-Image');
 * compile(document, crawler.who).allows('/a'); // true
 * crawlerNote(document, crawler)?.followsGroup; // 'Googlebot'
 * compile(document, resolveCrawler('Googlebot-Image', { literal: true }).who).allows('/a'); // false
 * ```
 */
export function resolveCrawler(
  name: string | readonly string[],
  options: ResolveOptions = {},
  registry: AgentIndex = knownAgents(),
): ResolvedCrawler {
  if (typeof name === 'string' || (Array.isArray(name) && name.every((one) => typeof one === 'string'))) {
    return resolveIn(registry, name, options);
  }
  throw new TypeError(
    `Cannot find a crawler by a value of type "${typeof name}": expected a product token, a list of them or a User-Agent header`,
  );
}

/**
 * The registry with your own crawlers added. If one of your crawlers has the token of a known crawler, it replaces that
 * crawler.
 *
 * @param value The content of a JSON file, as `spec/schema/agents.json` describes it.
 * @throws {TypeError} If the value does not match the schema: the message begins with the path, such as `[2].token`.
 * @example
 * ```ts
 * import { registryWith, resolveCrawler } from 'robots-exclusion/agents';
 *
 * const own = { token: 'FooBot-News', fallbackTokens: ['FooBot'], operator: 'Foo', source: 'https://foo.example/', asOf: '2026-11-22' };
 * resolveCrawler('FooBot-News', {}, registryWith([own])).known?.fallbackTokens; // ['FooBot']
 * ```
 */
export function registryWith(value: unknown): AgentIndex {
  const own = readAgents(value);
  const taken = new Set(own.map(({ token }) => token.toLowerCase()));
  const others = knownAgents().agents.filter(({ token }) => !taken.has(token.toLowerCase()));
  return indexAgents([...own, ...others]);
}

/** The maximum number of suggested tokens that begin with the unknown word. */
const MOST_BEGUN = 3;

/**
 * The minimum length of a word for which tokens that begin with it are suggested. Too many tokens begin with a shorter
 * word.
 */
const SHORTEST_BEGINNING = 4;

/**
 * The known tokens nearest to a word, within two edits, all at the same distance and sorted. If no token is within two
 * edits, and the word has at least four characters, the result is the three shortest tokens that begin with the word.
 * The result is empty if the word is itself a known token.
 */
export function nearestTokens(word: string, registry: AgentIndex = knownAgents()): readonly string[] {
  if (registry.byToken.has(word.toLowerCase())) return [];
  const near = nearestWords(word, registry.tokens);
  return near.length > 0 || word.length < SHORTEST_BEGINNING ? near : begunBy(word.toLowerCase(), registry);
}

function begunBy(beginning: string, { tokens }: AgentIndex): readonly string[] {
  return tokens
    .filter((token) => token.toLowerCase().startsWith(beginning))
    .sort((a, b) => a.length - b.length)
    .slice(0, MOST_BEGUN);
}
