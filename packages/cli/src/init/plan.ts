/** What is wished for, as a configuration that the generator writes. */
import { compile, parse } from 'robots-exclusion';
import type { AgentProfile, AgentPurpose } from 'robots-exclusion/agents';
import {
  blockPurposes,
  type GroupConfig,
  generate,
  purposeBlock,
  type RobotsConfig,
  type RuleConfig,
} from 'robots-exclusion/generate';

/** What a site's owner can wish for. */
export interface InitWishes {
  /** Crawlers that nobody speaks of: let in, or kept out. */
  readonly others: 'open' | 'closed';
  /** Purposes whose crawlers are kept out. */
  readonly block: readonly AgentPurpose[];
  /** Purposes whose crawlers are let in where all others are kept out, unless they serve a blocked one, too. */
  readonly allow: readonly AgentPurpose[];
  /** Purposes for which a crawler is let in although it serves a blocked one, too. */
  readonly spare: readonly AgentPurpose[];
  /** Product tokens of the only crawlers that are let in; none where that is not asked for. */
  readonly only: readonly string[];
  /** Path patterns that nobody may fetch. */
  readonly disallow: readonly string[];
  /** Absolute URLs. */
  readonly sitemaps: readonly string[];
  /** State in the group of "*", too, that content is not for training. */
  readonly statesTraining: boolean;
}

/** Presets by name: wishes that others are laid over. */
export const templates: ReadonlyMap<
  string,
  Pick<InitWishes, 'others' | 'block' | 'allow' | 'statesTraining'>
> = new Map([
  ['open', { others: 'open', block: [], allow: [], statesTraining: false }],
  ['no-ai-training', { others: 'open', block: ['training'], allow: [], statesTraining: true }],
  ['search-only', { others: 'closed', block: [], allow: ['search'], statesTraining: false }],
  ['closed', { others: 'closed', block: [], allow: [], statesTraining: false }],
]);

/** The file that does as wished. */
export function planRobots(wishes: InitWishes, agents: readonly AgentProfile[]): RobotsConfig {
  const draft = configOf(wishes, agents, []);
  if (wishes.others === 'open') return draft;
  return configOf(wishes, agents, beyondStar(generate(draft), wishes, agents));
}

function configOf(
  wishes: InitWishes,
  agents: readonly AgentProfile[],
  alsoClosed: readonly AgentProfile[],
): RobotsConfig {
  const { block, allow, spare, only, others, disallow, sitemaps } = wishes;
  const welcome = agents.filter((agent) => isWelcome(agent, wishes)).map(({ token }) => token);
  const isList = only.length > 0;
  const groups = [
    ...blockPurposes(agents, block, { comment: `Not for: ${block.join(', ')}`, spare }),
    ...(others === 'closed' ? welcomeGroup(isList ? only : welcome, isList ? [] : allow, disallow) : []),
    starGroup(wishes, alsoClosed),
  ];
  return { groups, sitemaps };
}

/**
 * Crawlers that a closed "*" would not keep out: it does not apply to them, or they turn to the group of another crawler
 * first. They have to be named. A crawler of the same operator that turns to the group of one in `only` belongs to it.
 */
function beyondStar(
  text: string,
  wishes: InitWishes,
  agents: readonly AgentProfile[],
): readonly AgentProfile[] {
  const document = parse(text);
  return agents.filter(
    (agent) =>
      !isWelcome(agent, wishes) &&
      followedOf(agent, wishes, agents) === undefined &&
      mayObey(agent) &&
      compile(document, agent).allows('/'),
  );
}

/** Whether the crawler is let in where others are not. */
export function isWelcome(agent: AgentProfile, { allow, block, spare, only }: InitWishes): boolean {
  if (only.length > 0) return only.some((token) => token.toLowerCase() === agent.token.toLowerCase());
  const isBlocked = purposeBlock([agent], block, spare).blocked.length > 0;
  return servesAny(agent, allow) && !isBlocked;
}

/** The crawler in `only` whose group this one of the same operator follows, such as Googlebot for Googlebot-Image. */
export function followedOf(
  agent: AgentProfile,
  { only }: InitWishes,
  agents: readonly AgentProfile[],
): string | undefined {
  return only.find((token) => {
    const named = agents.find((other) => other.token.toLowerCase() === token.toLowerCase());
    return (
      named !== undefined &&
      named !== agent &&
      named.operator === agent.operator &&
      agent.fallbackTokens.some((fallback) => fallback.toLowerCase() === token.toLowerCase())
    );
  });
}

/** Whether a group can keep the crawler out at all. */
export function mayObey({ obeys }: AgentProfile): boolean {
  return obeys === 'yes' || obeys === 'unknown';
}

function servesAny({ purposes }: AgentProfile, wanted: readonly AgentPurpose[]): boolean {
  return purposes.some((purpose) => wanted.includes(purpose));
}

function welcomeGroup(
  userAgents: readonly string[],
  purposes: readonly string[],
  disallow: readonly string[],
): GroupConfig[] {
  const comment = purposes.length > 0 ? `Welcome for: ${purposes.join(', ')}` : 'Welcome';
  return userAgents.length === 0 ? [] : [{ comment, userAgents, rules: openRules(disallow) }];
}

/** A group must hold a rule to be one; without anything to disallow, it allows everything. */
function openRules(disallow: readonly string[]): RuleConfig[] {
  return disallow.length === 0 ? [{ allow: '/' }] : disallow.map((path) => ({ disallow: path }));
}

/** The lint rule finds a closed site, which is what was asked for here. */
const CLOSED: RuleConfig = {
  disallow: '/',
  comment: 'robots-lint-disable-next-line blocks-everything',
};

function starGroup(wishes: InitWishes, alsoClosed: readonly AgentProfile[]): GroupConfig {
  const isClosed = wishes.others === 'closed';
  const hasWelcome = wishes.allow.length > 0 || wishes.only.length > 0;
  const title = isClosed && hasWelcome ? 'Everybody else' : 'Everybody';
  const note = alsoClosed.length > 0 ? '\n("*" does not reach the crawlers that are named here)' : '';
  const closing = hasWelcome ? { disallow: '/' } : CLOSED;
  return {
    comment: `${title}${note}`,
    userAgents: ['*', ...alsoClosed.map(({ token }) => token)],
    rules: isClosed ? [closing] : openRules(wishes.disallow),
    ...(wishes.statesTraining && {
      contentSignal: { search: true, 'ai-train': false },
      contentUsage: [{ preferences: 'train-ai=n' }],
    }),
  };
}
