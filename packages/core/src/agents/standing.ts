/** How reliable a profile is: its source and its age. */
import type { AgentProfile } from './agent-profile.ts';

/** The maximum age of a profile in days. An older profile is stale. */
export const STALE_AFTER_DAYS = 90;

const MS_PER_DAY = 86_400_000;

/**
 * Whether the operator's own page supports the profile. False for hearsay: names and facts known only from a third
 * party's list or account.
 *
 * @example
 * ```ts
 * import { findAgent, isDocumented } from 'robots-exclusion/agents';
 *
 * isDocumented(findAgent('Googlebot')!); // true
 * isDocumented(findAgent('Bytespider')!); // false
 * ```
 */
export function isDocumented({ sourceKind }: AgentProfile): boolean {
  return sourceKind === 'operator';
}

/**
 * Whether the profile was last checked more than {@link STALE_AFTER_DAYS} days before `now`, in UTC.
 *
 * @example
 * ```ts
 * import { agents, isStale } from 'robots-exclusion/agents';
 *
 * agents.filter((agent) => isStale(agent, new Date())).map((agent) => agent.token); // those to read again
 * ```
 */
export function isStale({ asOf }: AgentProfile, now: Date): boolean {
  return now.getTime() - Date.parse(asOf) > STALE_AFTER_DAYS * MS_PER_DAY;
}
