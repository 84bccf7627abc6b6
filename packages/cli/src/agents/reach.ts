/** What a robots.txt lets each known crawler do. */
import { compile, type DocumentRecord, type Group, type RobotsDocument } from 'robots-exclusion';
import { type AgentProfile, groupInForce } from 'robots-exclusion/agents';
import { proveSameVerdicts } from 'robots-exclusion/diff';

/** How much of a site is open: everything or nothing where that is proven. `some`: rules decide by path. */
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
  const known = new Map<string, Reach>();
  return groupsInForce(document, agents).map((inForce) => {
    const { group } = inForce;
    if (group === undefined) return { ...inForce, reach: 'everything' };
    const key = group.toLowerCase();
    const reach = known.get(key) ?? reachOfToken(document, group);
    known.set(key, reach);
    return { ...inForce, reach };
  });
}

/** What applies to each profile, in their order; how much that leaves open is not looked at. */
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

/** As `groupInForce`, from the file's tokens at hand: to look at every row for every crawler takes a while. */
function namedOrStar(agent: AgentProfile, named: GroupsByToken): string | undefined {
  const own = [agent.token, ...agent.fallbackTokens].find((token) => named.has(token.toLowerCase()));
  return own ?? (agent.appliesStar && named.has('*') ? '*' : undefined);
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

/** RFC 9309 §2.2.2: it is nothing of the site that the rules could close. */
const ALWAYS_ALLOWED = '/robots.txt';

/** States that are looked at for one proof: some hundredths of a second. */
const PROOF_BUDGET = 5_000;

/**
 * Paths that the rules spell out show most of what is open and closed; where they are all the same, it is proven that
 * so is everything else. What cannot be proven is `some`.
 */
function reachOfToken(document: RobotsDocument, token: string): Reach {
  const { groups } = document;
  const rules = groups
    .filter(({ productTokens }) => productTokens.some((name) => name.toLowerCase() === token.toLowerCase()))
    .flatMap((group) => group.rules);
  const ruleSet = compile(document, token);
  const paths = ['/', ...rules.map(spelledOut)].filter((path) => path !== ALWAYS_ALLOWED);
  const verdicts = new Set(paths.map((path) => ruleSet.allows(path)));
  if (verdicts.size > 1) return 'some';
  const isOpen = verdicts.has(true);
  const own = alone(document, rules);
  const other = isOpen ? 'User-agent: *\nDisallow:\n' : 'User-agent: *\nDisallow: /\n';
  const { kind } = proveSameVerdicts(own, other, { budget: PROOF_BUDGET });
  if (kind !== 'equal') return 'some';
  return isOpen ? 'everything' : 'nothing';
}

/** A path that the pattern of a rule matches, if any: its stars taken as nothing, its final `$` cut. */
function spelledOut({ value }: DocumentRecord): string {
  const path = value.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** A file with these rules for everybody. */
function alone({ octets }: RobotsDocument, rules: readonly DocumentRecord[]): Uint8Array {
  const lines = rules.flatMap(({ kind, valueSpan: { start, end } }) => [
    Buffer.from(`${kind}: `),
    octets.subarray(start, end),
    Buffer.from('\n'),
  ]);
  return Buffer.concat([Buffer.from('User-agent: *\n'), ...lines]);
}
