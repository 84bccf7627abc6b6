/** Which crawlers are columns of the matrix, and in which order. */
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Crawler } from '../engine/crawler.ts';
import { purposeTitles } from './purposes.ts';
import { crawlerNamed, type Session } from './session.ts';

/** Crawlers that the file names are columns without being chosen, up to so many. */
const MAX_NAMED = 12;

/** The chosen crawlers and those that the file names, by their main purpose; everybody else comes first. */
export function columnCrawlers({
  registry,
  columns,
  facts,
}: Pick<Session, 'registry' | 'columns' | 'facts'>): readonly Crawler[] {
  const chosen = new Set(columns.map((token) => token.toLowerCase()));
  const named = (facts?.productTokens ?? [])
    .filter((token) => !chosen.has(token.toLowerCase()))
    .slice(0, MAX_NAMED);
  return [...columns, ...named]
    .map((token) => crawlerNamed(registry, token))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

const order: readonly AgentPurpose[] = [...purposeTitles.keys()];

function placeOf({ token, purposes: [purpose] }: Crawler): number {
  if (token === '*') return -1;
  return purpose === undefined ? order.length : order.indexOf(purpose);
}

/** Neighbouring columns of one purpose. */
export interface ColumnGroup {
  readonly title: string;
  readonly count: number;
}

export function columnGroups(crawlers: readonly Crawler[]): readonly ColumnGroup[] {
  const groups: { title: string; count: number }[] = [];
  for (const crawler of crawlers) {
    const title = groupTitle(crawler);
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
