/** Tells the author of a new robots.txt which further crawlers the file blocks, which it still allows, and why. */
import type { AgentProfile } from 'robots-exclusion/agents';
import { purposeBlock } from 'robots-exclusion/generate';
import { followedOf, type InitWishes, isNamed, isWelcome, mayObey } from './plan.ts';

/** Crawlers that are treated in the same way for the same reason. */
export interface Choice {
  readonly reason: string;
  readonly tokens: readonly string[];
}

/** The crawlers that the file treats in a way that may surprise its author; empty if there are none. */
export function choicesOf(wishes: InitWishes, agents: readonly AgentProfile[]): readonly Choice[] {
  const { block, spare, others } = wishes;
  const unnamed = agents.filter((agent) => !isNamed(agent, wishes));
  const { blocked, spared } = purposeBlock(unnamed, block, spare);
  const unwanted = others === 'closed' ? unnamed.filter((agent) => !isWelcome(agent, wishes)) : blocked;
  const family = unwanted.filter((agent) => !blocked.includes(agent) && followedOf(agent, wishes, agents));
  const choices: [reason: string, some: readonly AgentProfile[]][] = [
    [
      `blocked, although they also serve search ("--also-search allow" allows them)`,
      alsoForSearch(wishes, blocked),
    ],
    [`allowed, although they serve ${block.join(', ')}, because they also serve ${spare.join(', ')}`, spared],
    ['allowed, because they follow the group of another crawler of the same operator', family],
    [
      'cannot be blocked by a robots.txt, according to their operators',
      unwanted.filter((agent) => !mayObey(agent)),
    ],
    [
      'blocked by name, although no operator states that they obey robots.txt',
      blocked.filter(({ obeys }) => obeys === 'unknown'),
    ],
  ];
  return choices
    .filter(([, some]) => some.length > 0)
    .map(([reason, some]) => ({ reason, tokens: some.map(({ token }) => token) }));
}

function alsoForSearch({ block }: InitWishes, blocked: readonly AgentProfile[]): readonly AgentProfile[] {
  return block.includes('search') ? [] : blocked.filter(({ purposes }) => purposes.includes('search'));
}
