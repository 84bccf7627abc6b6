/**
 * Looks up crawlers by token, by User-Agent header and by purpose.
 *
 * Looking up a header takes time proportional to its length (at most `MAX_HEADER_LENGTH` UTF-16 code units are read)
 * times the largest number of patterns that begin with the same two code units.
 */
import type { AgentProfile, AgentPurpose } from './agent-profile.ts';

/** The longest part of a header that is searched, in UTF-16 code units; real headers stay below 1,000. */
const MAX_HEADER_LENGTH = 8192;

/** A registry prepared for searching. */
export interface AgentIndex {
  /** Every profile, sorted by token, ignoring ASCII case. */
  readonly agents: readonly AgentProfile[];
  /** Their tokens, in the same order. */
  readonly tokens: readonly string[];
  /** Profiles by token in lower case. */
  readonly byToken: Pick<ReadonlyMap<string, AgentProfile>, 'get' | 'has'>;
  /** Patterns, longest text first; text and token are in lower case. */
  readonly patterns: readonly { readonly text: string; readonly token: string }[];
  /** If set, queries about unknown crawlers are rejected. */
  readonly isClosed?: true;
}

/** The names by which a crawler is found. */
export type AgentNames = Pick<AgentProfile, 'token' | 'userAgentPatterns'>;

/** Sorts profiles by token and builds both indexes. The result is plain data, which can be sent to a worker. */
export function indexAgents(profiles: readonly AgentProfile[]): AgentIndex {
  const agents = sortedByToken(profiles);
  return {
    agents,
    tokens: agents.map(({ token }) => token),
    byToken: new Map(agents.map((agent) => [agent.token.toLowerCase(), agent])),
    patterns: longestFirst(agents),
  };
}

/** A frozen copy, sorted by token, ignoring ASCII case. */
export function sortedByToken<T extends AgentNames>(agents: readonly T[]): readonly T[] {
  const keyed = agents.map((agent) => ({ key: agent.token.toLowerCase(), agent }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return Object.freeze(keyed.map(({ agent }) => agent));
}

/** All patterns, longest first, of crawlers that are already sorted by token. */
export function longestFirst(agents: readonly AgentNames[]): AgentIndex['patterns'] {
  return agents
    .flatMap(({ token, userAgentPatterns }) =>
      userAgentPatterns.map((text) => ({ text: text.toLowerCase(), token: token.toLowerCase() })),
    )
    .sort((a, b) => b.text.length - a.text.length);
}

/** The profile with this token, or else the profile whose pattern is the longest match in the header. */
export function findIn(index: AgentIndex, tokenOrUserAgentHeader: string): AgentProfile | undefined {
  const header = tokenOrUserAgentHeader.slice(0, MAX_HEADER_LENGTH).trim().toLowerCase();
  const exact = index.byToken.get(header);
  if (exact) return exact;
  const named = longestNamed(index.patterns, header);
  return named && index.byToken.get(named.token);
}

type Pattern = AgentIndex['patterns'][number];

/**
 * Patterns by their first two code units, each with its position in the list of patterns. The list is in order of
 * preference.
 */
type Beginnings = ReadonlyMap<string, readonly (readonly [place: number, pattern: Pattern])[]>;

const beginnings = new WeakMap<AgentIndex['patterns'], Beginnings>();

function beginningsOf(patterns: AgentIndex['patterns']): Beginnings {
  const kept = beginnings.get(patterns);
  if (kept) return kept;
  const found = new Map<string, [number, Pattern][]>();
  patterns.forEach((pattern, place) => {
    const start = pattern.text.slice(0, 2);
    const same = found.get(start);
    if (same) same.push([place, pattern]);
    else found.set(start, [[place, pattern]]);
  });
  beginnings.set(patterns, found);
  return found;
}

/**
 * The first pattern of the list that occurs in the header as whole words, neither in a URL nor in a comparison:
 *
 *     FreshRSS/1.11 (Linux; https://freshrss.org) like Googlebot
 *                                                      ^ a comparison, not a name
 *     GPTBot-Tester/1.0 (+https://tester.example/gptbot)
 *     ^ another product: product tokens are compared as a whole (RFC 9309 §2.2.1)
 */
function longestNamed(patterns: AgentIndex['patterns'], header: string): Pattern | undefined {
  const byBeginning = beginningsOf(patterns);
  let best = patterns.length;
  for (let at = 0; at < header.length; at++) {
    if (isTokenCharacter(header.charCodeAt(at - 1))) continue;
    // A pattern of one code unit is indexed by that unit alone.
    for (const length of [2, 1]) {
      for (const [place, { text }] of byBeginning.get(header.slice(at, at + length)) ?? []) {
        if (place >= best) break;
        if (header.startsWith(text, at) && isName(header, at, at + text.length)) best = place;
      }
    }
  }
  return patterns[best];
}

function isName(header: string, start: number, end: number): boolean {
  return isWhole(header, end) && !isCompared(header, start) && !isInAddress(header, start, end);
}

/**
 * Whether the match is part of a URL or an email address. Such an address can belong to the sender of the header, or to
 * a site that the header mentions.
 */
function isInAddress(header: string, start: number, end: number): boolean {
  if (header[end] === '@') return true;
  let before = start;
  while (before > 0 && !BETWEEN_WORDS.has(header[before - 1] as string)) before--;
  const word = header.slice(before, start);
  return word.includes('://') || word.includes('@') || word.includes('www.');
}

const BETWEEN_WORDS: ReadonlySet<string> = new Set(' \t;,()[]"\'');

/**
 * Whether the name ends at `end`: no product token continues there. Anything may follow a pattern that ends with
 * punctuation.
 */
function isWhole(header: string, end: number): boolean {
  return !isAlphanumeric(header.charCodeAt(end - 1)) || !isTokenCharacter(header.charCodeAt(end));
}

function isCompared(header: string, at: number): boolean {
  return COMPARISONS.some((word) => header.endsWith(word, at));
}

/** Profiles with at least one of `purposes`, in the registry's order. */
export function withPurpose(
  agents: readonly AgentProfile[],
  purposes: readonly AgentPurpose[],
): readonly AgentProfile[] {
  return agents.filter((agent) => agent.purposes.some((purpose) => purposes.includes(purpose)));
}

const COMPARISONS: readonly string[] = ['like ', 'following ', 'compatible with '];

/**
 * Whether the code is a lower-case ASCII letter, a digit, `-` or `_`. False for NaN, which represents the positions
 * before the first and after the last character of a header.
 */
function isTokenCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2d || code === 0x5f;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
}
