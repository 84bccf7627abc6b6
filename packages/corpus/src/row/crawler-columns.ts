/** How much of a site a file allows each crawler. */
import { compile, type RobotsDocument } from 'robots-exclusion';
import type { NamedTokens } from 'robots-exclusion/agents';
import { type Reach, reachOf } from 'robots-exclusion/diff';
import type { Allows, CorpusRow, CrawlerColumns, DecidedBy, RowOutcome } from './corpus-row.ts';
import type { AskedCrawler, ReadyOptions } from './ready-options.ts';

const ALLOWS: Readonly<Record<Reach, Allows>> = { everything: 'all', some: 'some', nothing: 'none' };

type Crawlers = CorpusRow['crawlers'];

/** The part that is the same for all files. */
interface Asked {
  /** Crawlers by the tokens whose groups can apply to them, in lower case. */
  readonly byToken: ReadonlyMap<string, readonly AskedCrawler[]>;
  /** Results for files that name none of them, by what the groups of `*` allow each; rows share the objects. */
  readonly unnamed: Map<string, Crawlers>;
  /** Results where the outcome alone decides. */
  readonly open: Map<RowOutcome, Crawlers>;
}

const ready = new WeakMap<readonly AskedCrawler[], Asked>();

/** Most files allow the same; this many other results are cached. */
const MOST_KEPT = 4_096;

/** What is kept, and each crawler's part of it. */
const shared = new WeakSet<object>();

/** Whether other rows have the same object, so that it pays to keep what is made of it. */
export function isShared(columns: object): boolean {
  return shared.has(columns);
}

function kept<Key>(all: Map<Key, Crawlers>, key: Key, columns: Crawlers): Crawlers {
  all.set(key, columns);
  for (const one of [columns, ...Object.values(columns)]) shared.add(one);
  return columns;
}

/** By the rules of a file, whose user-agent records are read once for all crawlers. */
export function crawlerColumns(
  document: RobotsDocument,
  named: NamedTokens,
  options: ReadyOptions,
): Crawlers {
  const asked = askedOf(options);
  const names = new Set<string>();
  const concerned = new Set<AskedCrawler>();
  for (const name of named.compared) {
    const crawlers = asked.byToken.get(name);
    if (crawlers === undefined) continue;
    names.add(name);
    for (const crawler of crawlers) concerned.add(crawler);
  }
  const unnamed = unnamedColumns(document, named, options, asked);
  if (concerned.size === 0) return unnamed;
  const columns: Record<string, CrawlerColumns> = { ...unnamed };
  const known = new Map<string, Omit<CrawlerColumns, 'decided_by'>>();
  for (const { name, tokens, fallbackTokens } of concerned) {
    const own = tokens.filter((token) => names.has(token));
    const who = own.length > 0 ? own : [fallbackTokens.find((token) => names.has(token)) as string];
    const key = who.join(',');
    const answer = known.get(key) ?? answered(document, who, options);
    known.set(key, answer);
    const decided_by = own.length > 0 ? 'own group' : 'fallback';
    columns[name] = { allows: answer.allows, decided_by, targets: answer.targets };
  }
  return columns;
}

function askedOf({ crawlers }: ReadyOptions): Asked {
  const known = ready.get(crawlers);
  if (known) return known;
  const byToken = new Map<string, AskedCrawler[]>();
  for (const crawler of crawlers) {
    for (const token of new Set([...crawler.tokens, ...crawler.fallbackTokens])) {
      byToken.set(token, [...(byToken.get(token) ?? []), crawler]);
    }
  }
  const asked = { byToken, unnamed: new Map(), open: new Map() };
  ready.set(crawlers, asked);
  return asked;
}

/** For a file that names none of the requested crawlers: the groups of `*` apply to each, or none does. */
function unnamedColumns(
  document: RobotsDocument,
  { hasStar }: NamedTokens,
  options: ReadyOptions,
  { unnamed }: Asked,
): Crawlers {
  const { crawlers, targets } = options;
  const isAsked = hasStar && crawlers.some(({ appliesStar }) => appliesStar);
  const star = isAsked ? answered(document, ['*'], options) : undefined;
  const verdicts = star && targets.map((target) => (star.targets[target] ? '1' : '0')).join('');
  const key = star ? `${star.allows} ${verdicts}` : '';
  const known = unnamed.get(key);
  if (known) return known;
  const open = { allows: 'all', decided_by: 'none', targets: verdictsWhere('all', options) } as const;
  const bound = star && { allows: star.allows, decided_by: '*' as const, targets: star.targets };
  const columns = Object.fromEntries(
    crawlers.map(({ name, appliesStar }) => [name, appliesStar && bound ? bound : open]),
  );
  return unnamed.size < MOST_KEPT ? kept(unnamed, key, columns) : columns;
}

/** What the groups of these tokens allow a crawler. */
function answered(
  document: RobotsDocument,
  who: readonly string[],
  options: ReadyOptions,
): Omit<CrawlerColumns, 'decided_by'> {
  const asked = who.length === 1 ? (who[0] as string) : who;
  const allows = ALLOWS[reachOf(document, asked)];
  if (allows !== 'some') return { allows, targets: verdictsWhere(allows, options) };
  const ruleSet = compile(document, asked);
  return {
    allows,
    targets: Object.fromEntries(options.targets.map((target) => [target, ruleSet.allows(target)])),
  };
}

/** Without rules: everything is allowed, everything is forbidden, or it is unknown. */
export function openCrawlerColumns(outcome: RowOutcome, options: ReadyOptions): Crawlers {
  const { open } = askedOf(options);
  const known = open.get(outcome);
  if (known) return known;
  const allows = outcome === 'unknown' ? null : outcome === 'no-rules' ? 'all' : 'none';
  const decided_by: DecidedBy | null = allows && 'none';
  const columns: CrawlerColumns = { allows, decided_by, targets: verdictsWhere(allows, options) };
  return kept(open, outcome, Object.fromEntries(options.crawlers.map(({ name }) => [name, columns])));
}

/** The verdicts of a completely open or closed site for each target. */
function verdictsWhere(
  allows: 'all' | 'none' | null,
  { targets, alwaysOpen }: ReadyOptions,
): CrawlerColumns['targets'] {
  const verdictOn = (target: string): boolean => allows === 'all' || alwaysOpen.has(target);
  return Object.fromEntries(targets.map((target) => [target, allows && verdictOn(target)]));
}
