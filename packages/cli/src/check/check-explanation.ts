/** Describes a check in detail: the deciding rule, the group, every candidate, and how the rules were obtained. */
import { decisionWord, type VerdictAnswer } from '@robots-exclusion/operations/evaluate';
import type { UsageAnswer } from '@robots-exclusion/operations/shared';
import { linesText } from '@robots-exclusion/operations/words';
import type { VerdictRule } from 'robots-exclusion';
import {
  type ConventionName,
  conventions,
  placeOf,
  type UsageSource,
  type UsageStatement,
  type Use,
  uses,
} from 'robots-exclusion/usage';
import { anyCrawler } from '../crawlers/crawlers.ts';
import { cutMiddle } from '../output/columns.ts';
import { type Fact, factLines } from '../output/facts.ts';
import type { Terminal } from '../output/terminal.ts';
import { evidenceFacts } from '../record/evidence-facts.ts';
import { reasonOf } from './check-reason.ts';
import { type CheckItem, type CheckResult, isResult } from './check-result.ts';
import { coloured } from './check-table.ts';

/** The lines about one item, no wider than the terminal. For a failure, the lines give only the reason. */
export function explanationOf(item: CheckItem, terminal: Terminal, isExplained: boolean): string[] {
  const word = decisionWord(item);
  const url = cutMiddle(item.url, terminal.columns - word.length - 2);
  const facts: readonly Fact[] = isResult(item)
    ? resultFacts(item, isExplained)
    : [['because', reasonOf(item)]];
  return [`${coloured(word, word.length, terminal)}  ${url}`, ...factLines(facts, terminal)];
}

function resultFacts(result: CheckResult, isExplained: boolean): Fact[] {
  const { crawler, verdict, crawlDelaySeconds, usage } = result;
  const { tokens, source } = crawler;
  const isAny = tokens.length === 1 && tokens[0] === anyCrawler.name;
  return [
    ['crawler', isAny ? '* (any crawler that no group names)' : tokens.join(', ')],
    ['because', reasonOf(result)],
    ...(source === undefined ? [] : [['source', source] as const]),
    ...(verdict && isExplained ? verdictFacts(verdict) : []),
    ...(crawlDelaySeconds === undefined ? [] : [['crawl-delay', `${crawlDelaySeconds} s`] as const]),
    ...(usage ? usageFacts(usage) : []),
    ...(isExplained ? evidenceFacts(result, Date.now()) : []),
  ];
}

function verdictFacts({ group, candidates, candidatesOmitted }: VerdictAnswer): Fact[] {
  return [
    ['group', group ? groupText(group) : 'none'],
    ...candidates.map(candidateFact),
    ...(candidatesOmitted ? [['', `and ${candidatesOmitted} more`] as const] : []),
  ];
}

function groupText({ productTokens, lines }: NonNullable<VerdictAnswer['group']>): string {
  const tokens = [...new Set(productTokens)].join(', ');
  return `${tokens} (${linesText(lines)})`;
}

/** Describes one candidate. Candidates are listed best first, with the octet counts that determine the order. */
function candidateFact({ line, octets, text }: VerdictRule, index: number): Fact {
  const place = `line ${line}`.padEnd(9);
  return [index === 0 ? 'matching' : '', `${place} ${String(octets).padStart(4)} octets  ${text}`];
}

/** Limit on the statements in text output, because a hostile file can contain thousands; JSON lists them all. */
const mostFacts = 20;

/**
 * Formats the preference for each use with the lines that state it, how much of the content may be kept, and where the
 * license terms are.
 */
function usageFacts(usage: UsageAnswer): Fact[] {
  const { contentUse, vocabulary, replaced, licenses, findings } = usage;
  return [
    ...uses.flatMap(({ name, short }) => useFacts(usage, name, short)),
    ...(isStated(contentUse) ? [['may keep', `${contentUse} (Content-Signal, use)`] as const] : []),
    ...atMost(
      licenses.map(({ url, line }): Fact => ['license', line === undefined ? url : `line ${line}: ${url}`]),
    ),
    ...atMost(
      replaced.map(
        (source): Fact => [
          'not applied',
          `${sourceText(source)}  [in the group of "*", which a named group replaces]`,
        ],
      ),
    ),
    ...atMost(
      findings.map(
        ({ line, column, message }): Fact => ['note', `line ${line}, column ${column}: ${message}`],
      ),
    ),
    ['vocabulary', vocabulary],
  ];
}

function useFacts(usage: UsageAnswer, use: Use, name: string): Fact[] {
  const { preference, decidedBy, isConflict } = usage.uses[use];
  if (preference === 'not-applicable') return [[name, 'not applicable: the URL may not be fetched']];
  const place = decidedBy ? ` by ${placeOf(decidedBy)}` : '';
  const conflict = isConflict ? ' (statements differ; the most restrictive one applies)' : '';
  return [
    [name, `${preference}${place}${conflict}`],
    ...atMost(
      statementsOf(usage, use).map(({ convention, source, says, note }): Fact => {
        const remark = note === undefined ? '' : `. ${note}`;
        return ['', `${says[use]}, ${sourceText(source)}  [${titleOf(convention)}${remark}]`];
      }),
    ),
  ];
}

function sourceText(source: UsageSource): string {
  return `${source.kind === 'robots' ? `line ${source.line}` : `${source.kind} ${source.name}`}: ${source.text}`;
}

function isStated(contentUse: UsageAnswer['contentUse']): boolean {
  return contentUse !== 'unknown' && contentUse !== 'not-applicable';
}

function atMost(facts: readonly Fact[]): readonly Fact[] {
  const more = facts.length - mostFacts;
  return more > 0 ? [...facts.slice(0, mostFacts), ['', `and ${more} more`]] : facts;
}

function statementsOf({ statements }: UsageAnswer, use: Use): readonly UsageStatement[] {
  return statements.filter(({ says }) => says[use] !== undefined);
}

function titleOf(name: ConventionName): string {
  return conventions.get(name)?.title ?? name;
}
