/** A check at length: the deciding rule, the group, every candidate, and how the rules were obtained. */
import type { Verdict, VerdictRule } from 'robots-exclusion';
import { type CheckItem, type CheckResult, isResult, wordOf } from '../check/check-result.ts';
import { anyCrawler } from '../check/crawlers.ts';
import { linesText, reasonOf } from './check-reason.ts';
import { coloured } from './check-table.ts';
import { usageFacts } from './check-usage.ts';
import { cutMiddle } from './columns.ts';
import { evidenceFacts } from './evidence-facts.ts';
import { type Fact, factLines } from './facts.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** A hostile file can make thousands match; JSON has them all. */
const mostCandidates = 20;

/** The lines about one item, each no wider than the terminal; without its verdict at length, the short facts. */
export function explanationOf(item: CheckItem, terminal: Terminal, isExplained: boolean): string {
  const word = wordOf(item);
  const url = cutMiddle(printable(item.url), terminal.columns - word.length - 2);
  const facts: readonly Fact[] = isResult(item)
    ? resultFacts(item, isExplained)
    : [['because', reasonOf(item)]];
  return `${coloured(word, word.length, terminal)}  ${url}\n${factLines(facts, terminal)}`;
}

function resultFacts(result: CheckResult, isExplained: boolean): Fact[] {
  const { agent, crawler, verdict, crawlDelaySeconds, evidence, usage } = result;
  const isAny = agent.length === 1 && agent[0] === anyCrawler.name;
  return [
    ['crawler', isAny ? '* (any crawler that no group names)' : agent.join(', ')],
    ['because', reasonOf(result)],
    ...(crawler ? [['source', crawler.source] as const] : []),
    ...(verdict && isExplained ? verdictFacts(verdict) : []),
    ...(crawlDelaySeconds === undefined ? [] : [['crawl-delay', `${crawlDelaySeconds} s`] as const]),
    ...(usage ? usageFacts(usage) : []),
    ...(evidence ? evidenceFacts(evidence, Date.now()) : []),
  ];
}

function verdictFacts({ group, candidates }: Verdict): Fact[] {
  const more = candidates.length - mostCandidates;
  return [
    ['group', group ? groupText(group) : 'none'],
    ...candidates.slice(0, mostCandidates).map(candidateFact),
    ...(more > 0 ? [['', `and ${more} more`] as const] : []),
  ];
}

function groupText({ productTokens, lines }: NonNullable<Verdict['group']>): string {
  const tokens = [...new Set(productTokens)].join(', ');
  return `${tokens} (${linesText(lines)})`;
}

/** Best first: the octets say why. */
function candidateFact({ line, octets, text }: VerdictRule, index: number): Fact {
  const place = `line ${line}`.padEnd(9);
  return [index === 0 ? 'matching' : '', `${place} ${String(octets).padStart(4)} octets  ${text}`];
}
