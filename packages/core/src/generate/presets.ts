/** Groups for common intentions, built from crawler profiles. */
import { isRetired } from '../agents/retired.ts';
import type { GroupConfig } from './config.ts';

/** The part of a crawler's profile that a preset needs. */
export interface PurposedAgent {
  readonly token: string;
  readonly purposes: readonly string[];
}

/** The crawlers that are blocked, and the crawlers that are deliberately allowed. */
export interface PurposeBlock<Agent extends PurposedAgent> {
  readonly blocked: readonly Agent[];
  /** Crawlers that have a blocked purpose, but are allowed because they also have a spared purpose. */
  readonly spared: readonly Agent[];
}

/**
 * Selects the crawlers to block: those with one of `purposes` (whether or not it is their main purpose), unless they
 * also have one of the purposes in `spare`. Names that no crawler uses any more are left out.
 *
 * @example
 * ```ts
 * const agents = [{ token: 'Applebot', purposes: ['search', 'training'] }];
 * purposeBlock(agents, ['training']).blocked.length; // 1
 * purposeBlock(agents, ['training'], ['search']).spared.length; // 1
 * ```
 */
export function purposeBlock<Agent extends PurposedAgent>(
  agents: readonly Agent[],
  purposes: readonly string[],
  spare: readonly string[] = [],
): PurposeBlock<Agent> {
  const serves = (agent: Agent, some: readonly string[]): boolean =>
    agent.purposes.some((purpose) => some.includes(purpose));
  const meant = agents.filter((agent) => !isRetired(agent.token) && serves(agent, purposes));
  return {
    blocked: meant.filter((agent) => !serves(agent, spare)),
    spared: meant.filter((agent) => serves(agent, spare)),
  };
}

/**
 * One group that disallows everything for every crawler with one of `purposes` (whether or not it is the main purpose).
 * The list is empty if no crawler has such a purpose. Crawlers that also have a purpose in `spare` are allowed; the
 * comment names them.
 *
 * @example
 * ```ts
 * const agents = [{ token: 'GPTBot', purposes: ['training'] }, { token: 'Googlebot', purposes: ['search'] }];
 * blockPurposes(agents, ['training'])[0]?.userAgents; // ['GPTBot']
 * ```
 */
export function blockPurposes(
  agents: readonly PurposedAgent[],
  purposes: readonly string[],
  options: { comment?: string; spare?: readonly string[] } = {},
): GroupConfig[] {
  const { spare = [] } = options;
  const { blocked, spared } = purposeBlock(agents, purposes, spare);
  if (blocked.length === 0) return [];
  const title = options.comment ?? `No crawling for: ${purposes.join(', ')}`;
  const names = spared.map(({ token }) => token).join(', ');
  const comment =
    spared.length === 0 ? title : `${title}\nSpared (also used for ${spare.join(', ')}): ${names}`;
  return [{ comment, userAgents: blocked.map(({ token }) => token), rules: [{ disallow: '/' }] }];
}

/** The group that allows every crawler to fetch everything. */
export const allowEverybody: GroupConfig = Object.freeze({ userAgents: '*', rules: [{ allow: '/' }] });

/** The group that disallows everything for every crawler, for sites that are not in production. */
export const closeToEverybody: GroupConfig = Object.freeze({ userAgents: '*', rules: [{ disallow: '/' }] });
