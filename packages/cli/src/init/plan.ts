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
  const isWanted = (agent: AgentProfile): boolean => servesAny(agent, allow);
  const blocked = agents.filter((agent) => servesAny(agent, block) && !isWanted(agent));
  const groups = [
    ...groupOf(blockedComment(wishes, agents), blocked, [{ disallow: '/' }]),
    ...(others === 'closed'
      ? groupOf(`Welcome for: ${allow.join(', ')}`, agents.filter(isWanted), openRules(wishes))
      : []),
    starGroup(wishes),
  ];
  return { groups, sitemaps: wishes.sitemaps };
}

/** Crawlers for a blocked purpose that are let in all the same, for a purpose that is allowed. */
export function sparedCrawlers(
  { block, allow }: InitWishes,
  agents: readonly AgentProfile[],
): readonly AgentProfile[] {
  return agents.filter((agent) => servesAny(agent, block) && servesAny(agent, allow));
}

function servesAny({ purposes }: AgentProfile, wanted: readonly AgentPurpose[]): boolean {
  return purposes.some((purpose) => wanted.includes(purpose));
}

/** Says who is not kept out, too: a list of names looks complete. */
function blockedComment(wishes: InitWishes, agents: readonly AgentProfile[]): string {
  const title = `Not for: ${wishes.block.join(', ')}`;
  const spared = sparedCrawlers(wishes, agents).map(({ token }) => token);
  if (spared.length === 0) return title;
  return `${title}\nLet in, because also for ${wishes.allow.join(', ')}: ${spared.join(', ')}\n(to keep one out, add "User-agent: NAME" here)`;
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
