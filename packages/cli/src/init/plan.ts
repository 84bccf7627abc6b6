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
import type { PurposeToken } from 'robots-exclusion/usage';
import { type Stating, statementsOf, tokenGroups } from './conventions.ts';

/** The choices of a site's owner. */
export interface InitWishes extends Stating {
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
}

/** Presets by name. Command-line options override their values. */
export const templates: ReadonlyMap<
  string,
  Pick<InitWishes, 'others' | 'block' | 'allow' | 'states'>
> = new Map([
  ['open', { others: 'open', block: [], allow: [], states: {} }],
  [
    'no-ai-training',
    { others: 'open', block: ['training'], allow: [], states: { search: true, 'ai-training': false } },
  ],
  ['search-only', { others: 'closed', block: [], allow: ['search'], states: {} }],
  ['closed', { others: 'closed', block: [], allow: [], states: {} }],
]);

/** Creates the file's configuration from the choices. */
export function planRobots(
  wishes: InitWishes,
  agents: readonly AgentProfile[],
  tokens: readonly PurposeToken[],
): RobotsConfig {
  const draft = configOf(wishes, agents, tokens, []);
  if (wishes.others === 'open') return draft;
  return configOf(wishes, agents, tokens, beyondStar(generate(draft), wishes, agents));
}

function configOf(
  wishes: InitWishes,
  agents: readonly AgentProfile[],
  tokens: readonly PurposeToken[],
  alsoClosed: readonly AgentProfile[],
): RobotsConfig {
  const { block, allow, spare, others, sitemaps, license } = wishes;
  const unnamed = agents.filter((agent) => !isNamed(agent, wishes));
  const welcome = unnamed.filter((agent) => isWelcome(agent, wishes)).map(({ token }) => token);
  const invited = [
    ...namedGroups(wishes, agents),
    ...(others === 'closed' ? welcomeGroup(welcome, `Welcome for: ${allow.join(', ')}`, wishes) : []),
  ];
  const { blocked } = purposeBlock(unnamed, block, spare);
  const named = [...blocked.map(({ token }) => token), ...wishes.named, ...welcome];
  const groups = [
    ...blockPurposes(unnamed, block, { comment: `Not for: ${block.join(', ')}`, spare }),
    ...tokenGroups(wishes, tokens, named),
    ...invited,
    starGroup(wishes, alsoClosed, invited.length > 0),
  ];
  const records = license === undefined ? [] : [{ name: 'License', value: license }];
  return { groups, sitemaps, records };
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

/**
 * Whether the crawler is allowed even if `others` is `closed`. A token that fetches nothing, such as Google-Extended,
 * cannot be allowed for one use alone.
 */
export function isWelcome(agent: AgentProfile, wishes: InitWishes): boolean {
  const isBlocked = purposeBlock([agent], wishes.block, wishes.spare).blocked.length > 0;
  const permitsTraining = !agent.fetches && servesAny(agent, ['training']);
  const isRefused = permitsTraining && wishes.states['ai-training'] === false;
  return isNamed(agent, wishes) || (servesAny(agent, wishes.allow) && !isBlocked && !isRefused);
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
 * The groups of the crawlers that are allowed by name. A group does not inherit what the group of `*` states, so each
 * states it; who allows by its name a crawler that gathers training data allows it to train.
 */
function namedGroups(wishes: InitWishes, agents: readonly AgentProfile[]): GroupConfig[] {
  const { named, states } = wishes;
  const trains = (name: string) =>
    states['ai-training'] === false &&
    agents.some((agent) => isNamed(agent, { named: [name] }) && servesAny(agent, ['training']));
  return [
    ...welcomeGroup(
      named.filter((name) => !trains(name)),
      'Welcome',
      wishes,
    ),
    ...welcomeGroup(named.filter(trains), 'Welcome, also for training', {
      ...wishes,
      states: { ...states, 'ai-training': true },
    }),
  ];
}

function welcomeGroup(
  userAgents: readonly string[],
  comment: string,
  { disallow, states, conventions }: InitWishes,
): GroupConfig[] {
  if (userAgents.length === 0) return [];
  return [{ comment, userAgents, rules: openRules(disallow), ...statementsOf(states, conventions) }];
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
    ...statementsOf(wishes.states, wishes.conventions),
  };
}
