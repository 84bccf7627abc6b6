/** Rules on where a group begins and ends, and on what a named group misses. */
import type { AgentProfile } from '../../agents/agent-profile.ts';
import type { Edit } from '../../bytes/edit.ts';
import type { Span } from '../../bytes/span.ts';
import { textOf } from '../../bytes/text.ts';
import { encodeUtf8 } from '../../bytes/utf-8.ts';
import type { RobotsDocument } from '../../parse/document.ts';
import type { Group } from '../../parse/groups.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { listed } from '../../print/listed.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import type { NamedCrawler } from '../named-crawler.ts';
import { samplePath } from '../sample-path.ts';
import { EVERYTHING } from './patterns.ts';

/** RFC 9309 §2.2: a blank line has no meaning. Before that, one ended a group (robotstxt.org, 1994). */
export function* blankLineInGroup({ document }: LintContext): Iterable<Finding> {
  const found = document.groups.flatMap((group) => gapOf(document, group) ?? []);
  const [first, ...further] = found;
  if (!first) return;
  yield {
    message: `A blank line separates this user-agent line from its rules: Yandex and older parsers find no rules for it, and allow everything${furtherLines(further.map(({ line }) => line))}`,
    span: first.span,
    fixes: [
      {
        title: 'Remove the blank line',
        edits: found.flatMap(({ edits }) => edits),
        changesVerdicts: false,
      },
    ],
  };
}

interface Gap {
  readonly line: number;
  readonly span: Span;
  readonly edits: readonly Edit[];
}

/** The rest of a user-agent line with its end, blank lines, and the white space before the next record. */
const BLANK_LINES = /^([^\r\n]*(?:\r\n|\n|\r(?!\n)))((?:[ \t]*(?:\r\n|\n|\r(?!\n)))+)[ \t]*$/;

/** The blank lines between the last user-agent record of a group and its first rule. */
export function gapOf({ octets }: RobotsDocument, { userAgents, rules }: Group): Gap | undefined {
  const [last, rule] = [userAgents.at(-1), rules[0]];
  if (!last || !rule) return undefined;
  const [, before = '', blank] = BLANK_LINES.exec(textOf(octets, last.span.end, rule.span.start)) ?? [];
  if (blank === undefined) return undefined;
  // Everything but a comment is ASCII here, and only blank lines are deleted.
  const start = last.span.end + encodeUtf8(before).length;
  const edits = [{ span: { start, end: start + blank.length }, replacement: '' }];
  return { line: last.line, span: last.span, edits };
}

const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]/;

/** RFC 9309 §2.2: only a user-agent line after rules begins a new group. */
export function* rulesAfterGap({ document: { groups, octets } }: LintContext): Iterable<Finding> {
  const stars = groups.filter(({ productTokens }) => productTokens.includes('*'));
  const last = groups.at(-1);
  if (!last || stars.length === 0 || stars.includes(last)) return;
  const { rules, productTokens } = last;
  const begin = rules.findIndex(({ span }, at) => {
    const above = rules[at - 1];
    return above !== undefined && BLANK_LINE.test(textOf(octets, above.span.end, span.start));
  });
  const first = rules[begin];
  if (!first) return;
  const common = new Set(stars.flatMap((star) => star.rules.map(textOfRule)));
  if (rules.slice(begin).every((rule) => common.has(textOfRule(rule)))) return;
  yield {
    message: `From this line on, the rules bind only ${listed([...new Set(productTokens)], 5)}, because a blank line does not end a group`,
    span: first.span,
  };
}

function textOfRule({ kind, value }: DocumentRecord): string {
  return `${kind} ${value}`;
}

/** RFC 9309 §2.2.4: other records MUST NOT interfere with the parsing of explicitly defined records. */
export function* groupsRunTogether(context: LintContext): Iterable<Finding> {
  for (const group of context.document.groups) {
    const lists = listsOf(group, context);
    const [first, second] = lists;
    if (!first || !second) continue;
    const delays = group.others.filter(({ kind }) => kind === 'crawl-delay');
    if (group.rules.length > 0) yield joined(lists, group, context);
    else if (new Set(delays.map(({ value }) => value)).size > 1) yield slowed(lists, delays);
  }
}

const MOST_NAMED = 5;

/** A list of user-agent records that its author wrote as one. */
type AgentList = readonly DocumentRecord[];

/**
 * The lists that join to one run. A list ends at a blank line, and at a record that is not about the whole file; a
 * comment alone ends it only beside `*`, because long lists have comments. A list that names only crawlers of the next
 * one is part of it.
 */
function listsOf(group: Group, context: LintContext): readonly AgentList[] {
  const { userAgents, productTokens, others } = group;
  const between = others.filter(({ kind }) => kind !== 'sitemap').map(({ line }) => line);
  const comments = new Set(
    userAgents.length > 1
      ? context.otherLines.filter(({ kind }) => kind === 'comment').map(({ line }) => line)
      : [],
  );
  const lists: DocumentRecord[][] = [];
  let other = 0;
  userAgents.forEach((record, index) => {
    const above = userAgents[index - 1];
    const from = other;
    while ((between[other] as number) < record.line) other++;
    const tokens = [productTokens[index - 1], productTokens[index]].map((token) => token?.toLowerCase());
    const isSame = tokens[0] === tokens[1];
    const isApart =
      above !== undefined && !isSame && (other > from || isGap(above, record, comments, tokens));
    if (!above || isApart) lists.push([record]);
    else lists.at(-1)?.push(record);
  });
  return lists;
}

/** Whether a blank line separates two user-agent records, or a comment where one of them is `*`. */
function isGap(
  above: DocumentRecord,
  record: DocumentRecord,
  comments: ReadonlySet<number>,
  tokens: readonly (string | undefined)[],
): boolean {
  if (record.line === above.line + 1) return false;
  for (let line = above.line + 1; line < record.line; line++) if (!comments.has(line)) return true;
  return tokens.includes('*');
}

function namesOf(lists: readonly AgentList[]): readonly string[] {
  return [...new Set(lists.flat().map(({ value }) => (value === '*' ? '"*"' : value)))];
}

/** The finding on lists of which only the last was meant to have the rules. */
function joined(lists: readonly AgentList[], { rules }: Group, context: LintContext): Finding {
  const names = namesOf(lists.slice(0, -1));
  const [rule] = rules as [DocumentRecord];
  const closing = rules.find(({ kind, value }) => kind === 'disallow' && EVERYTHING.test(value));
  const isClosed = closing && rules.every(({ kind, value }) => kind === 'disallow' || value === '');
  const result = isClosed
    ? `may fetch nothing (line ${closing.line})`
    : `${names.length === 1 ? 'follows' : 'follow'} the rules from line ${rule.line} too`;
  const [next] = lists.at(-1) as [DocumentRecord];
  const ends = lists.slice(0, -1).map((list) => (list.at(-1) as DocumentRecord).span.end);
  return {
    message: `This line does not start a new group: no rule of ${names.length === 1 ? 'its' : 'their'} own precedes it, so ${listed(names, MOST_NAMED)} ${result}`,
    span: next.span,
    fixes: [
      {
        title: 'Write an empty "Disallow:" above, which allows everything',
        edits: ends.map((end) => ({ span: { start: end, end }, replacement: `${context.lineEnd}Disallow:` })),
        changesVerdicts: true,
        // Only the author knows whether the lists were meant as one.
        onlyByRule: true,
      },
    ],
  };
}

/** The finding on lists without rules that state several delays. */
function slowed(lists: readonly AgentList[], delays: readonly DocumentRecord[]): Finding {
  const names = namesOf(lists);
  const [first, last] = [delays[0], delays.at(-1)] as [DocumentRecord, DocumentRecord];
  const [next] = lists.at(-1) as [DocumentRecord];
  return {
    message: `This line does not start a new group, because only rules end a list of user-agent lines: by RFC 9309, ${listed(names, MOST_NAMED)} share the records of both, and this library reads the Crawl-delay ${first.value} (line ${first.line}) for all of them. Parsers that end a list at any record, such as Protego and Python’s urllib, read ${last.value} for ${namesOf(lists.slice(-1)).join(', ')}`,
    span: next.span,
    weight: 'minor',
  };
}

/** RFC 9309 §2.2.1: groups for the same crawler MUST be combined. */
export function* duplicateGroup(context: LintContext): Iterable<Finding> {
  for (const { token, userAgents } of context.crawlers) {
    const [first, second, ...later] = userAgents;
    if (!first || !second) continue;
    yield {
      message: `${token} already has a group at line ${first.line}. Crawlers that follow RFC 9309 merge the groups, others use only the first${furtherLines(later.map(({ line }) => line))}`,
      span: second.span,
    };
  }
}

/** RFC 9309 §2.1: the last group may have no rules, which allows everything. */
export function* emptyGroup(context: LintContext): Iterable<Finding> {
  // If the file disallows nothing, a crawler with an empty group escapes no rule.
  const isClosed = context.rules.some(({ kind, value }) => kind === 'disallow' && value !== '');
  if (!isClosed) return;
  const ruled = new Set(
    context.crawlers
      .filter(({ groups }) => groups.some(({ rules }) => rules.length > 0))
      .map(({ token }) => token.toLowerCase()),
  );
  for (const { userAgents, rules, productTokens } of context.document.groups) {
    const last = userAgents.at(-1);
    if (rules.length > 0 || !last) continue;
    // An empty group for "*" is unambiguous. A crawler with rules in another group follows those rules.
    const open = productTokens.filter((token) => token !== '*' && !ruled.has(token.toLowerCase()));
    if (open.length === 0) continue;
    yield {
      message: `This group has no rules, so ${open.join(', ')} may fetch everything`,
      span: { start: userAgents[0]?.span.start ?? last.span.start, end: last.span.end },
    };
  }
}

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
    if (rules.length > 0) yield { ...lossOf(crawler, rules, agent), ...weightOf(crawler, rules, agent) };
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

function lossOf(
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
