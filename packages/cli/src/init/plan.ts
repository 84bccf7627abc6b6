/** Turns choices into a configuration for the generator. */
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

/** The choices of a site's owner. */
export interface InitWishes {
  /** Whether crawlers that are not mentioned are allowed or blocked. */
  readonly others: 'open' | 'closed';
  readonly block: readonly AgentPurpose[];
  /**
   * Purposes whose crawlers are allowed even if `others` is `closed`, unless the crawlers also serve a blocked purpose.
   */
  readonly allow: readonly AgentPurpose[];
  /** Purposes that keep a crawler allowed even if it also serves a blocked purpose. */
  readonly spare: readonly AgentPurpose[];
  /** Product tokens of crawlers that are allowed regardless of their purposes. */
  readonly named: readonly string[];
  /** Path patterns that no crawler may fetch. */
  readonly disallow: readonly string[];
  /** The absolute URLs of sitemaps. */
  readonly sitemaps: readonly string[];
  /** Whether the `*` group also states that content may not be used for training. */
  readonly statesTraining: boolean;
}

/** Presets by name. Command-line options override their values. */
export const templates: ReadonlyMap<
  string,
  Pick<InitWishes, 'others' | 'block' | 'allow' | 'statesTraining'>
> = new Map([
  ['open', { others: 'open', block: [], allow: [], statesTraining: false }],
  ['no-ai-training', { others: 'open', block: ['training'], allow: [], statesTraining: true }],
  ['search-only', { others: 'closed', block: [], allow: ['search'], statesTraining: false }],
  ['closed', { others: 'closed', block: [], allow: [], statesTraining: false }],
]);

/** Creates the file's configuration from the choices. */
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
  const { block, allow, spare, others, disallow, sitemaps } = wishes;
  const unnamed = agents.filter((agent) => !isNamed(agent, wishes));
  const welcome = unnamed.filter((agent) => isWelcome(agent, wishes)).map(({ token }) => token);
  const invited = [
    ...namedGroups(wishes, agents),
    ...(others === 'closed' ? welcomeGroup(welcome, `Welcome for: ${allow.join(', ')}`, disallow) : []),
  ];
  const groups = [
    ...blockPurposes(unnamed, block, { comment: `Not for: ${block.join(', ')}`, spare }),
    ...invited,
    starGroup(wishes, alsoClosed, invited.length > 0),
  ];
  return { groups, sitemaps };
}

/**
 * Crawlers that a closed `*` group would not block, because `*` does not apply to them or the group of another crawler
 * takes precedence. The file must name them, unless they follow a named crawler of the same operator.
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

/** Whether the crawler is allowed even if `others` is `closed`. */
export function isWelcome(agent: AgentProfile, wishes: InitWishes): boolean {
  const isBlocked = purposeBlock([agent], wishes.block, wishes.spare).blocked.length > 0;
  return isNamed(agent, wishes) || (servesAny(agent, wishes.allow) && !isBlocked);
}

/** Whether the choices allow the crawler by name. */
export function isNamed(agent: AgentProfile, { named }: Pick<InitWishes, 'named'>): boolean {
  return named.some((token) => token.toLowerCase() === agent.token.toLowerCase());
}

/** The named crawler of the same operator whose group this one follows, such as Googlebot for Googlebot-Image. */
export function followedOf(
  agent: AgentProfile,
  { named }: InitWishes,
  agents: readonly AgentProfile[],
): string | undefined {
  return named.find((token) => {
    const other = agents.find((some) => some.token.toLowerCase() === token.toLowerCase());
    return (
      other !== undefined &&
      other !== agent &&
      other.operator === agent.operator &&
      agent.fallbackTokens.some((fallback) => fallback.toLowerCase() === token.toLowerCase())
    );
  });
}

/** Whether any group can block the crawler. */
export function mayObey({ obeys }: AgentProfile): boolean {
  return obeys === 'yes' || obeys === 'unknown';
}

function servesAny({ purposes }: AgentProfile, wanted: readonly AgentPurpose[]): boolean {
  return purposes.some((purpose) => wanted.includes(purpose));
}

/**
 * The groups of the crawlers that are allowed by name. A group does not inherit what the group of `*` states about
 * training, so each states it; who allows a crawler that gathers training data by its name allows it to.
 */
function namedGroups(wishes: InitWishes, agents: readonly AgentProfile[]): GroupConfig[] {
  const { named, disallow, statesTraining } = wishes;
  if (!statesTraining) return welcomeGroup(named, 'Welcome', disallow);
  const trains = (name: string) =>
    agents.some((agent) => isNamed(agent, { named: [name] }) && servesAny(agent, ['training']));
  const [forTraining, others] = [named.filter(trains), named.filter((name) => !trains(name))];
  return [
    ...welcomeGroup(others, 'Welcome', disallow).map((group) => ({ ...group, ...onTraining(false) })),
    ...welcomeGroup(forTraining, 'Welcome, also for training', disallow).map((group) => ({
      ...group,
      ...onTraining(true),
    })),
  ];
}

function welcomeGroup(
  userAgents: readonly string[],
  comment: string,
  disallow: readonly string[],
): GroupConfig[] {
  return userAgents.length === 0 ? [] : [{ comment, userAgents, rules: openRules(disallow) }];
}

/** Statements about training data, in two conventions. */
function onTraining(isAllowed: boolean): Pick<GroupConfig, 'contentSignal' | 'contentUsage'> {
  return {
    contentSignal: { search: true, 'ai-train': isAllowed },
    contentUsage: [{ preferences: `train-ai=${isAllowed ? 'y' : 'n'}` }],
  };
}

/**
 * The rules of an open group. A group must contain a rule, so if nothing is disallowed, it allows everything
 * explicitly.
 */
function openRules(disallow: readonly string[]): RuleConfig[] {
  return disallow.length === 0 ? [{ allow: '/' }] : disallow.map((path) => ({ disallow: path }));
}

/**
 * Blocks everything. A comment disables the lint rule `blocks-everything`, because the user requested a closed site.
 */
const CLOSED: RuleConfig = {
  disallow: '/',
  comment: 'robots-lint-disable-next-line blocks-everything',
};

function starGroup(
  wishes: InitWishes,
  alsoClosed: readonly AgentProfile[],
  hasWelcome: boolean,
): GroupConfig {
  const isClosed = wishes.others === 'closed';
  const title = isClosed && hasWelcome ? 'Everybody else' : 'Everybody';
  const note = alsoClosed.length > 0 ? '\n("*" does not apply to the crawlers that are named here)' : '';
  const closing = hasWelcome ? { disallow: '/' } : CLOSED;
  return {
    comment: `${title}${note}`,
    userAgents: ['*', ...alsoClosed.map(({ token }) => token)],
    rules: isClosed ? [closing] : openRules(wishes.disallow),
    ...(wishes.statesTraining && onTraining(false)),
  };
}
