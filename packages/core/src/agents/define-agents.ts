/** Makes whole, frozen profiles of the short records in `data/`. */
import type { AgentProfile } from './agent-profile.ts';

/** What no record may leave out, unless it is shared by all of its list. */
type RequiredFacts = Pick<
  AgentProfile,
  'token' | 'operator' | 'purposes' | 'obeys' | 'source' | 'sourceKind' | 'asOf'
>;

/** Profiles of `records`: a record's own facts first, then the `shared` ones, then the defaults. */
export function defineAgents<const Shared extends Partial<AgentProfile>>(
  shared: Shared,
  records: readonly (Omit<RequiredFacts, keyof Shared> & Partial<AgentProfile>)[],
): readonly AgentProfile[] {
  return Object.freeze(records.map((record) => toProfile({ ...shared, ...record } as AgentFacts)));
}

type AgentFacts = RequiredFacts & Partial<AgentProfile>;

function toProfile(facts: AgentFacts): AgentProfile {
  const profile: AgentProfile = {
    title: facts.token,
    userAgentPatterns: facts.fetches === false ? [] : [facts.token],
    exampleUserAgents: [],
    fallbackTokens: [],
    appliesStar: true,
    fetches: true,
    verification: [],
    starExtras: [],
    followsOtherSearchBots: false,
    dialect: 'rfc9309',
    dialectBasis: 'assumed',
    crawlDelay: 'unknown',
    ...facts,
  };
  return freezeDeeply(profile);
}

function freezeDeeply<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freezeDeeply(member);
  return Object.freeze(value);
}
