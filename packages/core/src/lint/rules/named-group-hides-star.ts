import type { AgentProfile } from '../../agents/agent-profile.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { listed } from '../../print/listed.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import type { NamedCrawler } from '../named-crawler.ts';
import { samplePath } from '../sample-path.ts';
import { EVERYTHING } from './matches-everything.ts';

const MOST_SHOWN = 5;

/** Limit on the checks of whether a crawler may fetch a path that a rule of "*" disallows. */
const MOST_QUESTIONS = 250_000;

/** RFC 9309 §2.2.1: `*` applies only to crawlers that no group names. */
export function* namedGroupHidesStar(context: LintContext): Iterable<Finding> {
  const star = context.crawlers.find(({ token }) => token === '*');
  const disallowed = star ? disallowsOf(star) : [];
  if (disallowed.length === 0) return;
  const looked = disallowed.slice(0, Math.floor(MOST_QUESTIONS / context.choices.length));
  if (looked.length < disallowed.length) {
    context.noteLimit(
      'rules that named groups do not repeat',
      `only the first ${looked.length} rules of "*" were checked`,
    );
  }
  const lost = new Map(context.choices.map((choice) => [choice.key, lostBy(choice, looked, context)]));
  for (const crawler of context.crawlers) {
    // Some crawlers, such as AdsBot-Google, never follow the group of "*", so they lose no rules.
    const agent = context.agentOf(crawler.token);
    const rules = crawler === star || agent?.appliesStar === false ? [] : (lost.get(crawler.key) ?? []);
    if (rules.length > 0) yield { ...finding(crawler, rules, agent), ...weightOf(crawler, rules, agent) };
  }
}

/** Paths that a site hardly opens on purpose. */
const PRIVATE =
  /^\/(?:\*\/?)?(?:wp-)?(?:admin(?:istrator)?|api|cart|basket|checkout|account|my-account|preview|user|login)\b/i;

/**
 * A group that disallows nothing opens the site on purpose, except what its author may have forgotten: paths that `*`
 * closes because they are not for crawlers. A name under which nobody fetches opens nothing.
 */
function weightOf(
  crawler: NamedCrawler,
  lost: readonly DocumentRecord[],
  agent: AgentProfile | undefined,
): Pick<Finding, 'weight'> {
  const isWelcome = disallowsOf(crawler).length === 0 && !lost.some(({ value }) => PRIVATE.test(value));
  return isWelcome || agent?.fetches === false ? { weight: 'minor' } : {};
}

/**
 * The disallow rules of a crawler, except those for all paths: if "*" may fetch nothing, groups for named crawlers are
 * intended exceptions.
 */
function disallowsOf({ groups }: NamedCrawler): DocumentRecord[] {
  return groups
    .flatMap(({ rules }) => rules)
    .filter(({ kind, value }) => kind === 'disallow' && /^[/*]/.test(value) && !EVERYTHING.test(value));
}

/** The disallow rules of `*` whose paths the crawler may fetch. */
function lostBy(
  crawler: NamedCrawler,
  disallowed: readonly DocumentRecord[],
  context: LintContext,
): readonly DocumentRecord[] {
  // An empty group, and one that states nothing but an empty pattern, have findings of their own or mean what they do.
  if (!crawler.groups.some(({ rules }) => rules.some(({ value }) => value !== ''))) return [];
  const ruleSet = context.ruleSetOf(crawler.token);
  return disallowed.filter(({ value }) => ruleSet.allows(samplePath(value)));
}

function finding(
  { token, userAgents }: NamedCrawler,
  lost: readonly DocumentRecord[],
  agent: AgentProfile | undefined,
): Finding {
  const shown = lost.map(({ value, line }) => `${value} (line ${line})`);
  const opens =
    agent?.fetches === false
      ? `fetches nothing; its own group allows ${listed(agent.purposes, MOST_SHOWN)} for`
      : 'follows only its own group and may fetch';
  return {
    message: `${token} ${opens} what "*" disallows: ${listed(shown, MOST_SHOWN)}`,
    span: (userAgents[0] as DocumentRecord).span,
  };
}
