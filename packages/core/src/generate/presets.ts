/** Groups for common intentions, made from profiles of crawlers. */
import type { GroupConfig } from './config.ts';

/** What a preset needs to know of a crawler; an agent profile has it. */
export interface PurposedAgent {
  readonly token: string;
  readonly purposes: readonly string[];
}

/**
 * One group that disallows everything to every crawler whose main purpose is one of `purposes`; none where no crawler
 * has such a purpose. A crawler that also serves another purpose is left alone unless `alsoSecondary`.
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
  options: { comment?: string; alsoSecondary?: boolean } = {},
): GroupConfig[] {
  const userAgents = agents
    .filter((agent) =>
      (options.alsoSecondary ? agent.purposes : agent.purposes.slice(0, 1)).some((purpose) =>
        purposes.includes(purpose),
      ),
    )
    .map(({ token }) => token);
  if (userAgents.length === 0) return [];
  const comment = options.comment ?? `No crawling for: ${purposes.join(', ')}`;
  return [{ comment, userAgents, rules: [{ disallow: '/' }] }];
}

/** The group that lets everybody crawl everything. */
export const allowEverybody: GroupConfig = Object.freeze({ userAgents: '*', rules: [{ allow: '/' }] });

/** The group that closes a site to everybody: for what is not in production. */
export const closeToEverybody: GroupConfig = Object.freeze({ userAgents: '*', rules: [{ disallow: '/' }] });
