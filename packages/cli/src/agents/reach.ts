/** What a robots.txt lets each known crawler do. */
import type { DocumentRecord, Group, RobotsDocument } from 'robots-exclusion';
import type { AgentProfile } from 'robots-exclusion/agents';

/** How much of a site is open. `some`: rules decide by path. */
export type Reach = 'everything' | 'some' | 'nothing';

/** One crawler, and what applies to it. */
export interface AgentReach {
  readonly agent: AgentProfile;
  readonly reach: Reach;
  /** The token by which the crawler found its group: its own, a fallback, or `*`; undefined where no group binds it. */
  readonly group?: string;
  /** Lines of the user-agent records that name it so. */
  readonly lines: readonly number[];
}

/** One for each profile, in their order. */
export function reachOf(document: RobotsDocument, agents: readonly AgentProfile[]): readonly AgentReach[] {
  const named = groupsByToken(document.groups);
  const known = new Map<string, Omit<AgentReach, 'agent'>>();
  return agents.map((agent) => {
    const group = tokenInForce(agent, named);
    if (group === undefined) return { agent, reach: 'everything', lines: [] };
    const found = known.get(group.toLowerCase()) ?? reachOfGroup(group, named);
    known.set(group.toLowerCase(), found);
    return { agent, ...found, group };
  });
}

/** Groups by the tokens that they name, in lower case; those of one token merge. */
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

function tokenInForce(agent: AgentProfile, named: GroupsByToken): string | undefined {
  const tokens = [agent.token, ...agent.fallbackTokens, ...(agent.appliesStar ? ['*'] : [])];
  return tokens.find((token) => named.has(token.toLowerCase()));
}

function reachOfGroup(token: string, named: GroupsByToken): Omit<AgentReach, 'agent'> {
  const found = named.get(token.toLowerCase());
  const rules = [...(found?.groups ?? [])].flatMap((group) => group.rules);
  return { reach: reachOfRules(rules), group: token, lines: found?.lines ?? [] };
}

/** A tie goes to allow (RFC 9309 §2.2.2), so an allow rule undoes a disallow rule of the same pattern. */
function reachOfRules(rules: readonly DocumentRecord[]): Reach {
  const allowed = patternsOf(rules, 'allow');
  const disallowed = [...patternsOf(rules, 'disallow')].filter((pattern) => !allowed.has(pattern));
  if (disallowed.length === 0) return 'everything';
  const isClosed = disallowed.some((pattern) => pattern === '' || pattern === '/');
  return isClosed && allowed.size === 0 ? 'nothing' : 'some';
}

/** Patterns that match something, without the stars at their end, which change nothing. */
function patternsOf(rules: readonly DocumentRecord[], kind: DocumentRecord['kind']): ReadonlySet<string> {
  const values = rules.filter((rule) => rule.kind === kind && /^[/*]/.test(rule.value));
  return new Set(values.map(({ value }) => value.replace(/\*+$/, '')));
}
