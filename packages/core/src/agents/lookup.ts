/** Looks up crawlers in the registry, by token, by header and by purpose; builds registries with your own crawlers. */
import { nearestWords } from '../bytes/nearest.ts';
import { quote } from '../bytes/quote.ts';
import { requireToken } from '../parse/product-token.ts';
import type { AgentProfile, AgentPurpose } from './agent-profile.ts';
import { defineAgents } from './define-agents.ts';
import { type AgentIndex, findIn, indexAgents, withPurpose } from './find-agent.ts';
import { readAgents } from './read-agents.ts';
import { knownAgents } from './registry.ts';
import {
  cutToken,
  type ResolvedCrawler,
  type ResolveOptions,
  resolveIn,
  type UnknownName,
} from './resolve-crawler.ts';

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
    const crawler = resolveIn(registry, name, options);
    if (registry === knownAgents()) return crawler;
    // What an own registry knows travels with the crawler, to every place that speaks of it.
    return Object.freeze({ ...crawler, unknown: unknownNames(crawler, registry) });
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
  if (own.length === 0) {
    // A plain object, as for every other value, because callers spread it. Made once, because it costs a millisecond.
    withoutOwn ??= indexAgents(knownAgents().agents);
    return withoutOwn;
  }
  const taken = new Set(own.map(({ token }) => token.toLowerCase()));
  const others = knownAgents().agents.filter(({ token }) => !taken.has(token.toLowerCase()));
  return indexAgents([...own, ...others]);
}

/**
 * The registry with purpose tokens added: names under which nobody fetches.
 *
 * @param day The day on which they were named, ISO 8601.
 * @throws {RangeError} If a token could not be recognized in a file, or the registry has a crawler that fetches with it.
 * @example
 * ```ts
 * import { registryWith, withPurposeTokens } from 'robots-exclusion/agents';
 *
 * const registry = withPurposeTokens(registryWith([]), [{ token: 'Foo-Training', purposes: ['training'] }], '2026-11-29');
 * registry.byToken.get('foo-training')?.fetches; // false
 * ```
 */
export function withPurposeTokens(
  registry: AgentIndex,
  tokens: readonly Pick<AgentProfile, 'token' | 'purposes'>[],
  day: string,
): AgentIndex {
  for (const { token } of tokens) {
    requireToken(token, 'a purpose token');
    if (registry.byToken.get(token.toLowerCase())?.fetches)
      throw new RangeError(
        `Cannot use ${quote(token)} as a purpose token: it is a crawler, whose group says what it may fetch`,
      );
  }
  const named = defineAgents(
    {
      operator: 'whoever follows it',
      obeys: 'unknown',
      fetches: false,
      sourceKind: 'third-party',
      source: 'given with the question',
      asOf: day,
    } as const,
    tokens,
  ).map(({ profile }) => profile);
  const taken = new Set(tokens.map(({ token }) => token.toLowerCase()));
  const others = registry.agents.filter(({ token }) => !taken.has(token.toLowerCase()));
  return { ...registry, ...indexAgents([...named, ...others]) };
}

/** The registry without crawlers of your own. */
let withoutOwn: AgentIndex | undefined;

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
  // A suggestion is only asked back, so two slips may be in a shorter name than elsewhere: Gogolbot.
  const most = word.replace(/bot$/i, '').length < SHORTEST_STEM ? 1 : 2;
  const near = nearestWords(word, registry.tokens, most);
  return near.length > 0 || word.length < SHORTEST_BEGINNING ? near : begunBy(word.toLowerCase(), registry);
}

/** The minimum length of a name, without a final "bot", in which two letters may be wrong. */
const SHORTEST_STEM = 5;

function begunBy(beginning: string, { tokens }: AgentIndex): readonly string[] {
  return tokens
    .filter((token) => token.toLowerCase().startsWith(beginning))
    .sort((a, b) => a.length - b.length)
    .slice(0, MOST_BEGUN);
}

/** The crawler's tokens that the registry does not know, in their original order. */
export function unknownNames(
  crawler: ResolvedCrawler,
  registry: AgentIndex = knownAgents(),
): readonly UnknownName[] {
  if (crawler.unknown !== undefined) return crawler.unknown;
  const before = kept.get(crawler);
  if (before?.registry === registry) return before.names;
  const names = crawler.tokens
    .filter((token) => token !== '*' && !registry.byToken.has(cutToken(token)))
    .map((token) => ({ token, nearest: nearestNames(token, registry) }));
  kept.set(crawler, { registry, names });
  return names;
}

/** The tokens that a name may mean: written apart, such as "GPT bot", or {@link nearestTokens}. */
function nearestNames(name: string, registry: AgentIndex): readonly string[] {
  const joined = name.includes(' ') ? nearestWords(name.replaceAll(' ', ''), registry.tokens, 0) : [];
  return joined.length > 0 ? joined : nearestTokens(cutToken(name), registry);
}

/** A cache, because callers check many URLs for one crawler. */
const kept = new WeakMap<
  ResolvedCrawler,
  { readonly registry: AgentIndex; readonly names: readonly UnknownName[] }
>();

/** The minimum length of a name whose first letter may be wrong: IonCrawl is not a slip of OnCrawl. */
const LONG = 12;

/** The minimum length of a name in which one letter may stand for another: shorter names are often other crawlers. */
const MIDDLE = 9;

/** The minimum length of a name, and of a hyphenated part that may be wrong: "-SA" and "-BA" are two crawlers. */
const SHORT = 6;
const SHORTEST_PART = 5;

/**
 * The known token that a name in a file is probably a slip of: the first of {@link nearestTokens}, if no other crawler is
 * likely to have the name. One letter may be missing, too many or swapped with its neighbor; in a name of nine letters,
 * one may stand for another; in a name of twelve, two may be wrong.
 */
export function misspeltToken(word: string, registry: AgentIndex = knownAgents()): string | undefined {
  if (word.length < SHORT) return undefined;
  return nearestTokens(word, registry).find((meant) => isSlip(word.toLowerCase(), meant.toLowerCase()));
}

function isSlip(own: string, meant: string): boolean {
  const isNear = nearestWords(own, [meant], own.length < LONG ? 1 : 2).length > 0;
  const isReplaced = own.length === meant.length && lettersOf(own) !== lettersOf(meant);
  if (!isNear || (own.length < LONG && own[0] !== meant[0]) || (isReplaced && own.length < MIDDLE))
    return false;
  const [parts, others] = [own.split('-'), meant.split('-')];
  return (
    parts.length !== others.length ||
    parts.every((part, at) => part === others[at] || part.length >= SHORTEST_PART)
  );
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}
