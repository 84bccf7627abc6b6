/** Groups for common intentions, made from profiles of crawlers. */
import type { GroupConfig } from './config.ts';

/** What a preset needs to know of a crawler; an agent profile has it. */
export interface PurposedAgent {
  readonly token: string;
  readonly purposes: readonly string[];
}

/** Which crawlers a block reaches, and which of them are spared on purpose. */
export interface PurposeBlock<Agent extends PurposedAgent> {
  readonly blocked: readonly Agent[];
  /** For a blocked purpose, and let in because also for one that is spared. */
  readonly spared: readonly Agent[];
}

/**
 * Every crawler with one of `purposes` among its own, main or not, is blocked: what was asked for is done. Only a crawler
 * that also serves one of the purposes in `spare` is let in.
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
  const meant = agents.filter((agent) => serves(agent, purposes));
  return {
    blocked: meant.filter((agent) => !serves(agent, spare)),
    spared: meant.filter((agent) => serves(agent, spare)),
  };
}

/**
 * One group that disallows everything to every crawler with one of `purposes`, main or not; none where no crawler has
 * such a purpose. Crawlers that also serve a purpose in `spare` are let in, and named in the comment.
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
    spared.length === 0 ? title : `${title}\nLet in, because also for ${spare.join(', ')}: ${names}`;
  return [{ comment, userAgents: blocked.map(({ token }) => token), rules: [{ disallow: '/' }] }];
}

/** The group that lets everybody crawl everything. */
export const allowEverybody: GroupConfig = Object.freeze({ userAgents: '*', rules: [{ allow: '/' }] });

/** The group that closes a site to every crawler, for sites that are not in production. */
export const closeToEverybody: GroupConfig = Object.freeze({ userAgents: '*', rules: [{ disallow: '/' }] });
