/**
 * Looks crawlers up by token, by User-Agent header and by purpose.
 *
 * Work for a header is the number of patterns times the header's length, of which no more than
 * `MAX_HEADER_LENGTH` UTF-16 code units are read.
 */
import type { AgentProfile, AgentPurpose } from './agent-profile.ts';

/** Longest piece of a header that is searched, in UTF-16 code units; real ones stay below 1,000. */
const MAX_HEADER_LENGTH = 8192;

/** A registry made ready to be searched. */
export interface AgentIndex {
  readonly agents: readonly AgentProfile[];
  /** By token in lower case. */
  readonly byToken: ReadonlyMap<string, AgentProfile>;
  /** Longest pattern first, in lower case. */
  readonly patterns: readonly { readonly text: string; readonly agent: AgentProfile }[];
}

/** Sorts profiles by token and prepares both look-ups. */
export function indexAgents(profiles: readonly AgentProfile[]): AgentIndex {
  const agents = Object.freeze([...profiles].sort(byTokenIgnoringCase));
  const patterns = agents
    .flatMap((agent) => agent.userAgentPatterns.map((text) => ({ text: text.toLowerCase(), agent })))
    .sort((a, b) => b.text.length - a.text.length);
  return { agents, byToken: new Map(agents.map((agent) => [agent.token.toLowerCase(), agent])), patterns };
}

/** The profile of a token, or the one whose longest pattern stands in a header. */
export function findIn(index: AgentIndex, tokenOrUserAgentHeader: string): AgentProfile | undefined {
  const header = tokenOrUserAgentHeader.slice(0, MAX_HEADER_LENGTH).trim().toLowerCase();
  return (
    index.byToken.get(header) ??
    index.patterns.find(({ text }) => header.includes(text) && names(header, text))?.agent
  );
}

/** Profiles with at least one of `purposes`, in the registry's order. */
export function withPurpose(
  agents: readonly AgentProfile[],
  purposes: readonly AgentPurpose[],
): readonly AgentProfile[] {
  return agents.filter((agent) => agent.purposes.some((purpose) => purposes.includes(purpose)));
}

/**
 * Some occurrence of `text` begins a word and is not somebody's comparison:
 *
 *     FreshRSS/1.11 (Linux; https://freshrss.org) like Googlebot
 *                                                      ^ a resemblance, not a name
 */
function names(header: string, text: string): boolean {
  for (let at = header.indexOf(text); at >= 0; at = header.indexOf(text, at + 1)) {
    if (
      !isWordCharacter(header.charCodeAt(at - 1)) &&
      !COMPARISONS.some((word) => header.endsWith(word, at))
    ) {
      return true;
    }
  }
  return false;
}

const COMPARISONS: readonly string[] = ['like ', 'following '];

/** An ASCII letter in lower case or a digit; NaN, which stands before a header's first character, is neither. */
function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
}

function byTokenIgnoringCase(a: AgentProfile, b: AgentProfile): number {
  const [first, second] = [a.token.toLowerCase(), b.token.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}
