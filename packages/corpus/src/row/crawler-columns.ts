/** What a file leaves to each crawler that is asked about. */
import type { StoredOutcome } from '@robots-exclusion/client/stored-answer';
import { compile, isAllowed, type RobotsDocument } from 'robots-exclusion';
import { groupInForce } from 'robots-exclusion/agents';
import { type Reach, reachOf } from 'robots-exclusion/diff';
import type { Allows, CorpusRow, CrawlerColumns } from './corpus-row.ts';
import type { AskedCrawler, ReadyOptions } from './row-options.ts';

const ALLOWS: Readonly<Record<Reach, Allows>> = { everything: 'all', some: 'some', nothing: 'none' };

/** By the rules of a file. Crawlers that one group binds are answered once. */
export function crawlerColumns(
  document: RobotsDocument,
  { crawlers, targets }: ReadyOptions,
): CorpusRow['crawlers'] {
  const known = new Map<string, CrawlerColumns>();
  const columns = crawlers.map((asked): [string, CrawlerColumns] => {
    const group = crawlers.length > 1 ? groupOf(document, asked) : undefined;
    const answer = (group === undefined ? undefined : known.get(group)) ?? answered(document, asked, targets);
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
  targets: readonly string[],
): CrawlerColumns {
  const ruleSet = compile(document, who);
  return {
    allows: ALLOWS[reachOf(document, who)],
    targets: Object.fromEntries(targets.map((target) => [target, ruleSet.allows(target)])),
  };
}

/** Where there are no rules: all is allowed, all is forbidden, or it is not known. */
export function openCrawlerColumns(
  found: StoredOutcome | Record<string, never>,
  { crawlers, targets }: ReadyOptions,
): CorpusRow['crawlers'] {
  const outcome = 'outcome' in found ? found.outcome : null;
  const isOpen = outcome === null ? null : outcome === 'no-rules';
  const allows = isOpen === null ? null : isOpen ? 'all' : 'none';
  const verdicts = Object.fromEntries(
    targets.map((target) => [target, isOpen === false ? isItself(target) : isOpen]),
  );
  return Object.fromEntries(crawlers.map(({ name }) => [name, { allows, targets: verdicts }]));
}

/** `/robots.txt` is allowed whatever the outcome (RFC 9309 §2.2.2). */
function isItself(target: string): boolean {
  return isAllowed('User-agent: *\nDisallow: /\n', '*', target);
}
