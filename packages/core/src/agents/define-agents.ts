/** Expands the short records in `agents.json` into complete, frozen profiles. Each profile is created on first use. */
import type { AgentProfile } from './agent-profile.ts';

/** Fields that every record must have, unless the shared fields of its list include them. */
type RequiredFacts = Pick<
  AgentProfile,
  'token' | 'operator' | 'purposes' | 'obeys' | 'source' | 'sourceKind' | 'asOf'
>;

/** The default of every list field. All profiles share this one empty list. */
const NONE: readonly never[] = Object.freeze([]);
const DEFAULTS = {
  exampleUserAgents: NONE,
  fallbackTokens: NONE,
  appliesStar: true,
  fetches: true,
  verification: NONE,
  starExtras: NONE,
  followsOtherSearchBots: false,
  dialect: 'rfc9309',
  dialectBasis: 'assumed',
  crawlDelay: 'unknown',
} as const;

/** A crawler from `agents.json`: its search patterns and its profile. */
export interface RecordedAgent {
  readonly token: string;
  readonly userAgentPatterns: readonly string[];
  /** The complete, frozen profile. */
  readonly profile: AgentProfile;
}

/** Merges a record's own fields over the `shared` fields and the defaults. */
export function defineAgents<const Shared extends Partial<AgentProfile>>(
  shared: Shared,
  records: readonly (Omit<RequiredFacts, keyof Shared> & Partial<AgentProfile>)[],
): readonly RecordedAgent[] {
  return records.map((record) => new LazyAgent(shared, record as AgentFacts));
}

type AgentFacts = RequiredFacts & Partial<AgentProfile>;

/**
 * Creates the profile on access: most programs need few of the hundreds of profiles, and creating all of them takes
 * longer than loading the rest of core.
 */
class LazyAgent implements RecordedAgent {
  readonly #shared: Partial<AgentProfile>;
  readonly #facts: AgentFacts;
  #profile: AgentProfile | undefined;

  constructor(shared: Partial<AgentProfile>, facts: AgentFacts) {
    this.#shared = shared;
    this.#facts = facts;
  }

  get token(): string {
    return this.#facts.token;
  }

  get userAgentPatterns(): readonly string[] {
    const { token, userAgentPatterns, fetches } = { ...this.#shared, ...this.#facts };
    return userAgentPatterns ?? (fetches === false ? NONE : [token]);
  }

  get profile(): AgentProfile {
    this.#profile ??= freezeDeeply({
      title: this.token,
      userAgentPatterns: this.userAgentPatterns,
      ...DEFAULTS,
      ...this.#shared,
      ...this.#facts,
    });
    return this.#profile;
  }
}

function freezeDeeply<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && !Object.isFrozen(member)) freezeDeeply(member);
  }
  return Object.freeze(value);
}
