/** Computes what a robots.txt allows each known crawler to fetch. */
import type { Group, RobotsDocument } from 'robots-exclusion';
import { type AgentProfile, groupInForce } from 'robots-exclusion/agents';
import { type Reach, reachOf as reachOfCrawler } from 'robots-exclusion/diff';

export interface AgentReach {
  readonly agent: AgentProfile;
  readonly reach: Reach;
  /** The token that selected the crawler's group: its own token, a fallback or `*`. Undefined if no group applies. */
  readonly group?: string;
  /** Lines of the user-agent records with that token. */
  readonly lines: readonly number[];
}

/** What the file allows each profile in `agents` to fetch, in the same order. */
export function reachOf(document: RobotsDocument, agents: readonly AgentProfile[]): readonly AgentReach[] {
  const known = new Map<string, Reach>();
  return groupsInForce(document, agents).map((inForce) => {
    const { group } = inForce;
    if (group === undefined) return { ...inForce, reach: 'everything' };
    const key = group.toLowerCase();
    const reach = known.get(key) ?? reachOfCrawler(document, group);
    known.set(key, reach);
    return { ...inForce, reach };
  });
}

/**
 * The group that applies to each profile in `agents`, in the same order. What the profile may fetch is not computed.
 */
export function groupsInForce(
  document: RobotsDocument,
  agents: readonly AgentProfile[],
): readonly Omit<AgentReach, 'reach'>[] {
  const named = groupsByToken(document.groups);
  return agents.map((agent) => {
    const group = document.dialect.reader ? groupInForce(document, agent) : namedOrStar(agent, named);
    const found = group === undefined ? undefined : named.get(group.toLowerCase());
    return { agent, ...(group !== undefined && { group }), lines: found?.lines ?? [] };
  });
}

/**
 * Like `groupInForce`, but uses the collected tokens of the file, because it is slow to check every line for every
 * crawler.
 */
function namedOrStar(agent: AgentProfile, named: GroupsByToken): string | undefined {
  const own = [agent.token, ...agent.fallbackTokens].find((token) => named.has(token.toLowerCase()));
  return own ?? (agent.appliesStar && named.has('*') ? '*' : undefined);
}

/** Groups by the tokens that they name, in lower case. Groups with the same token are merged. */
type GroupsByToken = ReadonlyMap<string, { readonly groups: Set<Group>; readonly lines: number[] }>;

function groupsByToken(groups: readonly Group[]): GroupsByToken {
  const byToken = new Map<string, { groups: Set<Group>; lines: number[] }>();
  for (const group of groups) {
    for (const [index, token] of group.productTokens.entries()) {
      const found = byToken.get(token.toLowerCase()) ?? { groups: new Set(), lines: [] };
      byToken.set(token.toLowerCase(), found);
      found.groups.add(group);
      found.lines.push(group.userAgents[index]?.line ?? 0);
    }
  }
  return byToken;
}
