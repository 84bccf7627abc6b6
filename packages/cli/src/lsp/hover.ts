/** Explains the record under the cursor, and which crawlers it affects. */

import { groupsInForce } from '@robots-exclusion/operations/reach';
import type { DocumentRecord, Group } from 'robots-exclusion';
import { type AgentIndex, findAgentIn } from 'robots-exclusion/agents';
import { printable } from 'robots-exclusion/print';
import { recordDefinition } from 'robots-exclusion/records';
import { type Hover, MarkupKind, type Position } from 'vscode-languageserver/node';
import { decidingRule, groupOf, recordAt } from './decide.ts';
import type { RobotsText } from './robots-text.ts';
import type { ShownDivergence } from './work.ts';

/** Limit on the names listed; the rest are only counted. */
const MOST_NAMES = 12;

/**
 * @param elsewhere The dialects' readings of the record, if they are already computed.
 * @param kind The form that the editor shows.
 */
export function hoverAt(
  text: RobotsText,
  position: Position,
  elsewhere: Elsewhere,
  { kind, registry }: { readonly kind: MarkupKind; readonly registry: AgentIndex },
): Hover | null {
  const record = recordAt(text, position);
  if (!record) return null;
  const value = sections({ text, registry }, record, elsewhere).join('\n\n');
  const shown = kind === MarkupKind.Markdown ? value : withoutMarks(value);
  return { contents: { kind, value: shown }, range: text.range(record.span) };
}

type Elsewhere = readonly ShownDivergence[] | 'not yet';

/** An open file, and the crawlers that are known. */
interface Subject {
  readonly text: RobotsText;
  readonly registry: AgentIndex;
}

function sections(subject: Subject, record: DocumentRecord, elsewhere: Elsewhere): string[] {
  const general = recordDefinition(record.name)?.help ?? 'No crawler is known to read this record.';
  if (record.kind === 'user-agent') return [...agentSections(subject, record), general];
  if (record.kind === 'allow' || record.kind === 'disallow') return ruleSections(subject, record, elsewhere);
  return [general];
}

function agentSections(subject: Subject, record: DocumentRecord): string[] {
  const { text, registry } = subject;
  const group = groupOf(text, record);
  const index = group?.userAgents.findIndex(({ line }) => line === record.line) ?? -1;
  const token = group?.productTokens[index] ?? '';
  if (token === '*') {
    const bound = groupsInForce(text.document, registry.agents).filter(({ group }) => group === '*').length;
    return [`Every crawler that no group names: ${bound} of the ${registry.agents.length} known crawlers.`];
  }
  const agent = findAgentIn(registry, token);
  if (!agent) return [`${code(token)} is not the name of a known crawler.`];
  const others = fallingBackTo(subject, token).filter(
    (name) => name.toLowerCase() !== agent.token.toLowerCase(),
  );
  return [
    `**${plain(agent.title)}**, ${plain(agent.operator)}: ${agent.purposes.join(', ')}. Obeys robots.txt: ${agent.obeys} (as claimed).`,
    ...(agent.fetches
      ? []
      : ['It fetches nothing: rules for it control how content that other crawlers fetch is used.']),
    ...(others.length === 0 ? [] : [`Also applies to crawlers without their own group: ${listed(others)}.`]),
    ...(agent.note === undefined ? [] : [plain(agent.note)]),
  ];
}

function ruleSections(subject: Subject, record: DocumentRecord, elsewhere: Elsewhere): string[] {
  const { text } = subject;
  const group = groupOf(text, record);
  if (!group) return ['No user-agent line comes before this rule: crawlers ignore it.'];
  const verb = record.kind === 'allow' ? 'may' : 'may not';
  return [
    `${whoOf(group)} ${verb} fetch ${meaningOf(record.value)}.`,
    ...otherDecider(text, record),
    ...alsoBound(subject, group),
    ...readOtherwise(elsewhere),
  ];
}

/** If another rule decides about the example path of this rule's pattern, names that rule. */
function otherDecider(text: RobotsText, record: DocumentRecord): string[] {
  const deciding = decidingRule(text, record);
  if (!deciding?.rule || deciding.rule.line === record.line) return [];
  const { rule, path } = deciding;
  return [`For ${code(path)} itself, line ${rule.line} decides: ${code(rule.text)}.`];
}

/** Names dialects whose verdicts differ from RFC 9309 for paths that the pattern matches, and explains why. */
function readOtherwise(elsewhere: Elsewhere): string[] {
  if (elsewhere === 'not yet') return ['How other parsers interpret this rule is still being computed.'];
  const items = elsewhere.map(({ names, who, target, allowed, sentence }) => {
    const answer = `${code(who)} ${allowed ? 'may' : 'may not'} fetch ${code(target)}`;
    return `- ${names.join(', ')}: ${answer}. ${plain(sentence)}`.trimEnd();
  });
  return items.length === 0 ? [] : ['Read differently by', items.join('\n')];
}

function alsoBound(subject: Subject, group: Group): string[] {
  const names = group.productTokens
    .filter((token) => token !== '*' && token !== '')
    .flatMap((token) =>
      fallingBackTo(subject, token).filter((name) => name.toLowerCase() !== token.toLowerCase()),
    );
  return names.length === 0 ? [] : [`Also applies to ${listed([...new Set(names)])}.`];
}

function fallingBackTo({ text, registry }: Subject, token: string): string[] {
  return groupsInForce(text.document, registry.agents)
    .filter(({ group }) => group?.toLowerCase() === token.toLowerCase())
    .map(({ agent }) => agent.token);
}

function whoOf({ productTokens }: Group): string {
  const names = productTokens.map((token) =>
    token === '*' ? 'every crawler that is not named' : code(token),
  );
  const [first = 'Nobody'] = names;
  return names.length === 1 ? first[0]?.toUpperCase() + first.slice(1) : listed(names);
}

function meaningOf(pattern: string): string {
  if (pattern === '') return 'nothing: the pattern is empty and matches no path';
  if (!/^[/*]/.test(pattern)) return 'nothing: a pattern begins with "/" or "*", so this one matches no path';
  const body = withoutTrailingStars(pattern);
  if (body === '' || body === '/') return 'anything';
  const isExact = body.endsWith('$');
  const path = isExact ? body.slice(0, -1) : body;
  const stars = path.includes('*') ? `, where each ${code('*')} stands for any characters` : '';
  return `${isExact ? 'the path' : 'paths that begin with'} ${code(path)}${stars}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

function withoutTrailingStars(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === '*') end--;
  return pattern.slice(0, end);
}

/** Formats text as code. A backtick would end the code, so a similar character replaces it. */
function code(text: string): string {
  return `\`${printable(text).replaceAll('`', '\u02cb')}\``;
}

/** Formats plain text. Every escapable character is escaped, so nothing becomes markup or a link (CommonMark §2.4). */
function plain(text: string): string {
  return printable(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** The Markdown of this server without its marks, for editors that show plain text. */
function withoutMarks(markdown: string): string {
  return markdown.replace(/`([^`]*)`|\\([!-/:-@[-`{-~])|\*\*/g, '$1$2');
}
