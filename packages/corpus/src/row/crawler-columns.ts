/** What a file leaves to each crawler that is asked about. */
import { compile, type RobotsDocument } from 'robots-exclusion';
import { groupInForce } from 'robots-exclusion/agents';
import { type Reach, reachOf } from 'robots-exclusion/diff';
import type { FoundOutcome } from './answer.ts';
import type { Allows, CorpusRow, CrawlerColumns } from './corpus-row.ts';
import type { AskedCrawler, ReadyOptions } from './ready-options.ts';

const ALLOWS: Readonly<Record<Reach, Allows>> = { everything: 'all', some: 'some', nothing: 'none' };

/** By the rules of a file. Crawlers that one group binds are answered once. */
export function crawlerColumns(document: RobotsDocument, options: ReadyOptions): CorpusRow['crawlers'] {
  const { crawlers } = options;
  const known = new Map<string, CrawlerColumns>();
  const columns = crawlers.map((asked): [string, CrawlerColumns] => {
    const group = crawlers.length > 1 ? groupOf(document, asked) : undefined;
    const answer = (group === undefined ? undefined : known.get(group)) ?? answered(document, asked, options);
    if (group !== undefined) known.set(group, answer);
    return [asked.name, answer];
  });
  return Object.fromEntries(columns);
}

/** What binds the crawler; undefined where only asking tells. */
function groupOf(document: RobotsDocument, { crawler: { who } }: AskedCrawler): string | undefined {
  const tokens = typeof who === 'string' ? [who] : who;
  if (!Array.isArray(tokens)) {
    return `in force: ${groupInForce(document, who as Exclude<typeof who, string | readonly string[]>)?.toLowerCase()}`;
  }
  if (tokens.length !== 1) return undefined;
  const profile = { token: tokens[0] as string, fallbackTokens: [], appliesStar: true };
  return `in force: ${groupInForce(document, profile)?.toLowerCase()}`;
}

function answered(
  document: RobotsDocument,
  { crawler: { who } }: AskedCrawler,
  options: ReadyOptions,
): CrawlerColumns {
  const allows = ALLOWS[reachOf(document, who)];
  if (allows !== 'some') return { allows, targets: verdictsWhere(allows, options) };
  const ruleSet = compile(document, who);
  return {
    allows,
    targets: Object.fromEntries(options.targets.map((target) => [target, ruleSet.allows(target)])),
  };
}

/** Where there are no rules: all is allowed, all is forbidden, or it is not known. */
export function openCrawlerColumns(found: FoundOutcome, options: ReadyOptions): CorpusRow['crawlers'] {
  const outcome = 'outcome' in found ? found.outcome : null;
  const allows = outcome === null ? null : outcome === 'no-rules' ? 'all' : 'none';
  const targets = verdictsWhere(allows, options);
  return Object.fromEntries(options.crawlers.map(({ name }) => [name, { allows, targets }]));
}

/** What a site that is wholly open, or wholly closed, says to each target. */
function verdictsWhere(
  allows: 'all' | 'none' | null,
  { targets, alwaysOpen }: ReadyOptions,
): CrawlerColumns['targets'] {
  const verdictOn = (target: string): boolean => allows === 'all' || alwaysOpen.has(target);
  return Object.fromEntries(targets.map((target) => [target, allows && verdictOn(target)]));
}
