/** Selects and orders the crawlers that are columns of the matrix. */
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Crawler } from '../engine/crawler.ts';
import type { DraftFacts } from '../engine/protocol.ts';
import { purposeTitles } from './purposes.ts';
import { crawlerNamed, type Session } from './session.ts';

/** Limit on the crawlers that become columns because the file names them. */
const MAX_NAMED = 12;

/**
 * The chosen crawlers and the crawlers that the file names. The column for all other crawlers comes first. Then come
 * crawlers whose verdicts may differ from that column, and last, crawlers that follow the same groups as that column.
 * Both parts are sorted by main purpose.
 */
export function columnCrawlers({
  registry,
  columns,
  facts,
  onlyColumns = false,
}: Pick<Session, 'registry' | 'columns' | 'facts'> &
  Partial<Pick<Session, 'onlyColumns'>>): readonly Crawler[] {
  const named = onlyColumns ? [] : namedIn(facts, columns).slice(0, MAX_NAMED);
  const inFile = tokensOf(facts);
  const place = (crawler: Crawler): number =>
    placeOf(crawler) + (isAsEverybodyElse(crawler, inFile) ? order.length + 1 : 0);
  return [...columns, ...named]
    .map((token) => crawlerNamed(registry, token))
    .sort((a, b) => place(a) - place(b));
}

/** Number of crawlers that the file names but that have no column. */
export function namedOmitted({ columns, facts }: Pick<Session, 'columns' | 'facts'>): number {
  const more = Math.max(0, namedIn(facts, columns).length - MAX_NAMED);
  return more + (facts?.productTokensOmitted ?? 0);
}

function namedIn(facts: DraftFacts | undefined, columns: readonly string[]): readonly string[] {
  const chosen = new Set(columns.map((token) => token.toLowerCase()));
  return (facts?.productTokens ?? []).filter((token) => !chosen.has(token.toLowerCase()));
}

/** Whether the group of `*` applies, because the file names neither the crawler nor one of its fallbacks. */
function isAsEverybodyElse(
  { token, fallbackTokens, appliesStar }: Crawler,
  inFile: ReadonlySet<string>,
): boolean {
  return (
    token !== '*' &&
    appliesStar &&
    inFile.size > 0 &&
    ![token, ...fallbackTokens].some((name) => inFile.has(name.toLowerCase()))
  );
}

const order: readonly AgentPurpose[] = [...purposeTitles.keys()];

function placeOf({ token, purposes: [purpose] }: Crawler): number {
  if (token === '*') return -1;
  return purpose === undefined ? order.length : order.indexOf(purpose);
}

function tokensOf(facts: DraftFacts | undefined): ReadonlySet<string> {
  return new Set((facts?.productTokens ?? []).map((token) => token.toLowerCase()));
}

/** Neighbouring columns of one purpose. */
export interface ColumnGroup {
  readonly title: string;
  readonly count: number;
}

export function columnGroups(
  crawlers: readonly Crawler[],
  facts: DraftFacts | undefined,
): readonly ColumnGroup[] {
  const inFile = tokensOf(facts);
  const groups: { title: string; count: number }[] = [];
  for (const crawler of crawlers) {
    const title = isAsEverybodyElse(crawler, inFile) ? 'As any other' : groupTitle(crawler);
    const last = groups.at(-1);
    if (last?.title === title) last.count++;
    else groups.push({ title, count: 1 });
  }
  return groups;
}

function groupTitle({ token, purposes: [purpose] }: Crawler): string {
  if (token === '*') return '';
  return purpose === undefined ? 'Named here' : (purposeTitles.get(purpose) as string);
}
