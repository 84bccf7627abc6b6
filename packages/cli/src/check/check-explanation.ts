/** Describes a check in detail: the deciding rule, the group, every candidate, and how the rules were obtained. */
import { decisionWord, type VerdictAnswer } from '@robots-exclusion/operations/evaluate';
import { linesText } from '@robots-exclusion/operations/words';
import type { VerdictRule } from 'robots-exclusion';
import { anyCrawler } from '../crawlers/crawlers.ts';
import { cutMiddle } from '../output/columns.ts';
import { type Fact, factLines } from '../output/facts.ts';
import type { Terminal } from '../output/terminal.ts';
import { evidenceFacts } from '../record/evidence-facts.ts';
import { reasonOf } from './check-reason.ts';
import { type CheckItem, type CheckResult, isResult } from './check-result.ts';
import { coloured } from './check-table.ts';
import { usageFacts } from './check-usage-text.ts';

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
