/** What is wished for, as a configuration that the generator writes. */
import type { AgentProfile, AgentPurpose } from 'robots-exclusion/agents';
import type { GroupConfig, RobotsConfig, RuleConfig } from 'robots-exclusion/generate';

/** What a site's owner can wish for. */
export interface InitWishes {
  /** Crawlers that nobody speaks of: let in, or kept out. */
  readonly others: 'open' | 'closed';
  /** Purposes whose crawlers are kept out. */
  readonly block: readonly AgentPurpose[];
  /** Purposes whose crawlers are let in: whatever else they do, and where all others are kept out. */
  readonly allow: readonly AgentPurpose[];
  /** Path patterns that nobody may fetch. */
  readonly disallow: readonly string[];
  /** Absolute URLs. */
  readonly sitemaps: readonly string[];
  /** State in the group of "*", too, that content is not for training. */
  readonly statesTraining: boolean;
}

/** Presets by name: wishes that others are laid over. */
export const presets: ReadonlyMap<
  string,
  Pick<InitWishes, 'others' | 'block' | 'allow' | 'statesTraining'>
> = new Map([
  ['open', { others: 'open', block: [], allow: [], statesTraining: false }],
  ['no-ai-training', { others: 'open', block: ['training'], allow: ['search'], statesTraining: true }],
  ['search-only', { others: 'closed', block: [], allow: ['search'], statesTraining: false }],
  ['closed', { others: 'closed', block: [], allow: [], statesTraining: false }],
]);

/** The file that does as wished. */
export function planRobots(wishes: InitWishes, agents: readonly AgentProfile[]): RobotsConfig {
  const { block, allow, others } = wishes;
  const isWanted = ({ purposes }: AgentProfile): boolean =>
    purposes.some((purpose) => allow.includes(purpose));
  const blocked = agents.filter(
    (agent) => agent.purposes.some((purpose) => block.includes(purpose)) && !isWanted(agent),
  );
  const groups = [
    ...groupOf(`Not for: ${block.join(', ')}`, blocked, [{ disallow: '/' }]),
    ...(others === 'closed'
      ? groupOf(`Welcome for: ${allow.join(', ')}`, agents.filter(isWanted), openRules(wishes))
      : []),
    starGroup(wishes),
  ];
  return { groups, sitemaps: wishes.sitemaps };
}

function groupOf(
  comment: string,
  agents: readonly AgentProfile[],
  rules: readonly RuleConfig[],
): GroupConfig[] {
  return agents.length === 0 ? [] : [{ comment, userAgents: agents.map(({ token }) => token), rules }];
}

/** A group must hold a rule to be one; without anything to disallow, it allows everything. */
function openRules({ disallow }: InitWishes): RuleConfig[] {
  return disallow.length === 0 ? [{ allow: '/' }] : disallow.map((path) => ({ disallow: path }));
}

function starGroup(wishes: InitWishes): GroupConfig {
  const isClosed = wishes.others === 'closed';
  return {
    comment: wishes.allow.length > 0 && isClosed ? 'Everybody else' : 'Everybody',
    userAgents: '*',
    rules: isClosed ? [{ disallow: '/' }] : openRules(wishes),
    ...(wishes.statesTraining && {
      contentSignal: { search: true, 'ai-train': false },
      contentUsage: [{ preferences: 'train-ai=n' }],
    }),
  };
}
