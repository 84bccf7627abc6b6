/** Computes how much of a site a file allows each crawler to fetch. */
import { accessOf, type Reach, TokenSet } from 'robots-exclusion/diff';
import type { Allows, CorpusRow, CrawlerColumns, DecidedBy, RowOutcome } from './corpus-row.ts';
import type { AskedCrawler, ReadyOptions } from './ready-options.ts';

/** A site of which only files such as sitemaps are open counts as closed. */
const ALLOWS: Readonly<Record<Reach, Allows>> = {
  everything: 'all',
  some: 'some',
  files: 'none',
  nothing: 'none',
};

type Crawlers = CorpusRow['crawlers'];

export interface NamedGroups {
  readonly source: Parameters<typeof accessOf>[0];
  /** The named tokens in comparison form, including at least the requested tokens that groups name. */
  readonly named: readonly string[];
  readonly hasStar: boolean;
}

/** How much the rules allow one crawler to fetch. Rows share objects of this type. */
interface Part {
  /** The value of `allows`, followed by a digit for each verdict. */
  readonly key: string;
  readonly allows: Allows;
  readonly targets: CrawlerColumns['targets'];
}

/** The requested crawlers that a file names. Files that name the same tokens share this object. */
interface NamedCrawlers {
  /** The named tokens, comma-separated. */
  readonly key: string;
  /** The lists of tokens to evaluate, without duplicates. */
  readonly asked: readonly (readonly string[])[];
  /** For each crawler, the index of its list in `asked`. */
  readonly own: ReadonlyMap<AskedCrawler, { readonly at: number; readonly decidedBy: DecidedBy }>;
}

interface Asked {
  readonly tokens: TokenSet;
  /** Crawlers, keyed by the lower-case tokens whose groups can apply to them. */
  readonly byToken: ReadonlyMap<string, readonly AskedCrawler[]>;
  readonly parts: Map<string, Part>;
  readonly named: Map<string, NamedCrawlers>;
  /** Cached results, keyed by their content. Rows share the objects. */
  readonly known: Map<string, Crawlers>;
  /** Limit on the number of cached results. Most files give the same few results. */
  readonly mostKept: number;
  /** Results for outcomes that decide without rules. */
  readonly open: Map<RowOutcome, Crawlers>;
}

const ready = new WeakMap<readonly AskedCrawler[], Asked>();

const MOST_KEPT = 4_096;

/**
 * Limit on the total number of crawlers in all cached results. Each crawler takes some 100 octets, including its text.
 */
const MOST_MEMBERS = 262_144;

/** Cached results, and each crawler's part of them. */
const shared = new WeakSet<object>();

/** Whether other rows may have the same object, so that caching data derived from it saves time. */
export function isShared(columns: object): boolean {
  return shared.has(columns);
}

function kept<Key>(all: Map<Key, Crawlers>, key: Key, columns: Crawlers): Crawlers {
  all.set(key, columns);
  for (const one of [columns, ...Object.values(columns)]) shared.add(one);
  return columns;
}

/** The tokens whose groups can apply to a requested crawler. */
export function tokensAsked(options: ReadyOptions): TokenSet {
  return askedOf(options).tokens;
}

/**
 * Evaluates the rules of a file, once for each token that a group names and once for all crawlers that no group names.
 */
export function crawlerColumns(groups: NamedGroups, options: ReadyOptions): Crawlers {
  const asked = askedOf(options);
  const star = starPart(groups, options, asked);
  const named = namedCrawlers(groups, options, asked);
  const parts = named.asked.map((who) => answered(groups, who, options, asked));
  let key = `${star?.key ?? ''}\n${named.key}`;
  for (const part of parts) key += `\n${part.key}`;
  const known = asked.known.get(key);
  if (known) return known;
  const open = columnsOf('none', { allows: 'all', targets: verdictsWhere('all', options) });
  const bound = star ? columnsOf('*', star) : open;
  const columns: Record<string, CrawlerColumns> = {};
  for (const crawler of options.crawlers) {
    const own = named.own.get(crawler);
    const rest = crawler.appliesStar ? bound : open;
    columns[crawler.name] = own ? columnsOf(own.decidedBy, parts[own.at] as Part) : rest;
  }
  return asked.known.size < asked.mostKept ? kept(asked.known, key, columns) : columns;
}

function columnsOf(
  decided_by: DecidedBy,
  { allows, targets }: Pick<CrawlerColumns, 'allows' | 'targets'>,
): CrawlerColumns {
  return { allows, decided_by, targets };
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
  const asked = {
    tokens: new TokenSet([...byToken.keys()]),
    byToken,
    parts: new Map(),
    named: new Map(),
    known: new Map(),
    mostKept: Math.min(MOST_KEPT, Math.floor(MOST_MEMBERS / Math.max(1, crawlers.length))),
    open: new Map(),
  };
  ready.set(crawlers, asked);
  return asked;
}

const STAR: readonly string[] = ['*'];

/**
 * What the `*` groups allow crawlers that no group names; undefined if the `*` groups apply to no requested crawler.
 */
function starPart(groups: NamedGroups, options: ReadyOptions, asked: Asked): Part | undefined {
  const isAsked = groups.hasStar && options.crawlers.some(({ appliesStar }) => appliesStar);
  return isAsked ? answered(groups, STAR, options, asked) : undefined;
}

/** The crawlers that groups name, and the tokens to evaluate for each. */
function namedCrawlers({ named }: NamedGroups, options: ReadyOptions, asked: Asked): NamedCrawlers {
  const names = named.filter((name) => asked.byToken.has(name));
  if (names.length === 0) return NOBODY;
  const key = names.join(',');
  const known = asked.named.get(key);
  if (known) return known;
  const found = crawlersNamed(key, new Set(names), options);
  if (asked.named.size < asked.mostKept) asked.named.set(key, found);
  return found;
}

const NOBODY: NamedCrawlers = { key: '', asked: [], own: new Map() };

function crawlersNamed(key: string, names: ReadonlySet<string>, { crawlers }: ReadyOptions): NamedCrawlers {
  const asked = new Map<string, { readonly who: readonly string[]; readonly at: number }>();
  const own = new Map<AskedCrawler, { at: number; decidedBy: DecidedBy }>();
  for (const crawler of crawlers) {
    const tokens = crawler.tokens.filter((token) => names.has(token));
    const fallback = tokens.length > 0 ? undefined : crawler.fallbackTokens.find((token) => names.has(token));
    if (tokens.length === 0 && fallback === undefined) continue;
    const who = fallback === undefined ? tokens : [fallback];
    const one = asked.get(who.join(',')) ?? { who, at: asked.size };
    asked.set(who.join(','), one);
    own.set(crawler, { at: one.at, decidedBy: fallback === undefined ? 'own group' : 'fallback' });
  }
  return { key, asked: [...asked.values()].map(({ who }) => who), own };
}

/** How much the groups for the tokens in `who` allow a crawler to fetch. */
function answered(
  { source }: NamedGroups,
  who: readonly string[],
  options: ReadyOptions,
  { parts }: Asked,
): Part {
  const { reach, verdicts } = accessOf(source, who, options.targets);
  const allows = ALLOWS[reach];
  let key: string = allows;
  for (const verdict of verdicts) key += verdict ? '1' : '0';
  const known = parts.get(key);
  if (known) return known;
  const targets =
    verdicts.length > 0
      ? Object.fromEntries(options.targets.map((target, at) => [target, verdicts[at] as boolean]))
      : verdictsWhere(allows === 'some' ? null : allows, options);
  const part = { key, allows, targets };
  if (parts.size < MOST_KEPT) parts.set(key, part);
  return part;
}

/** The columns for an outcome without rules: everything is allowed, forbidden or unknown. */
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
