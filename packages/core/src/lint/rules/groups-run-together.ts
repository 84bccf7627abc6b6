import type { Group } from '../../parse/groups.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { listed } from '../../print/listed.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { EVERYTHING } from './matches-everything.ts';

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
