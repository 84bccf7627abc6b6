/** Compares two files and reports what changes for crawlers, with an example target for each changed verdict. */
import type { Body } from '../bytes/body.ts';
import { quote } from '../bytes/quote.ts';
import { DEFAULT_BUDGET, WorkBudget } from '../compare/work-budget.ts';
import { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import type { Crawler, CrawlerProfile } from '../rules/crawler-profile.ts';
import { type ComparedCrawlers, compareCrawlers } from './compare-crawlers.ts';
import { type CrawlerPair, crawlerPairs, namedProfiles } from './crawler-pairs.ts';
import type { ChangedRegion, CrawlerDiff, DiffReport, DiffSeverity, UndecidedChange } from './diff-report.ts';
import { crawlDelayDiffs, groupDiffs, sitemapDiffs, usageDiffs } from './record-diffs.ts';
import { regionOf, shownSides } from './region.ts';
import { resultOf } from './result-of.ts';

/** Options for comparing files. */
export interface DiffOptions {
  /**
   * Crawlers to compare in addition to those that the files name: product tokens, or lists of the tokens of one
   * crawler.
   */
  readonly crawlers?: readonly Crawler[];
  /**
   * What is known of crawlers. One that a file names is compared by its profile, and not by its bare token: Googlebot-Image
   * follows the group of Googlebot where no group names it. @default none
   */
  readonly known?: readonly CrawlerProfile[];
  /** Limit on the automaton states examined. @default 400000 */
  readonly budget?: number;
}

/** Progress of a comparison. */
export interface DiffProgress {
  /** The number of groups of crawlers compared so far, out of the number in the next member. */
  readonly crawlersDone: number;
  readonly crawlers: number;
  /** Regions found so far. */
  readonly regions: number;
  /** The share of the budget that is left: 1 to 0. */
  readonly budgetLeft: number;
}

/**
 * Reports what changes for crawlers from one robots.txt to another. For each crawler, the report contains exactly the
 * targets whose verdict changes, as regions with the deciding rules and the smallest witness. It also contains changes
 * of usage preferences, sitemaps and delays. If `isComplete` is true, the report lists every change.
 *
 * @throws {TypeError} If a body is neither a string, nor a `Uint8Array`, nor a document in the RFC 9309 dialect.
 * @throws {RangeError} If the budget is less than 0.
 * @example
 * ```ts
 * const report = diff('User-agent: *\nDisallow: /a\n', 'User-agent: *\nDisallow: /a\nAllow: /a/b\n');
 * const [region] = report.crawlers[0]?.regions ?? [];
 * [region?.direction, region?.witness, region?.after?.line]; // ['opened', '/a/b', 3]
 * ```
 */
export function diff(
  before: Body | RobotsDocument,
  after: Body | RobotsDocument,
  options: DiffOptions = {},
): DiffReport {
  return resultOf(diffInSteps(before, after, options));
}

/**
 * Runs `diff` in steps, to show progress, stop early, or let other work run. It yields after each piece of work and
 * returns the report. To stop, abandon the generator, or call `next('stop')`: the generator then returns the changes
 * found so far, as if the budget had run out.
 *
 * @throws {TypeError} If a body is neither a string, nor a `Uint8Array`, nor a document in the RFC 9309 dialect.
 * @throws {RangeError} If the budget is less than 0.
 */
export function* diffInSteps(
  before: Body | RobotsDocument,
  after: Body | RobotsDocument,
  { crawlers: given = [], known = [], budget: total = DEFAULT_BUDGET }: DiffOptions = {},
): Generator<DiffProgress, DiffReport, 'stop' | undefined> {
  const documents = [readableDocument(before), readableDocument(after)] as const;
  const budget = new WorkBudget(total);
  checkCrawlers(given);
  const asked = [...namedProfiles(documents, known), ...given];
  const compared = compareCrawlers(documents, asked, budget);
  const found: CrawlerDiff[] = [];
  const unchanged: string[] = [];
  let regions = 0;
  for (const [index, one] of compared.entries()) {
    const changed = yield* crawlerDiff(one, budget, (ofThis) => ({
      crawlersDone: index,
      crawlers: compared.length,
      regions: regions + ofThis,
      budgetLeft: budget.total === 0 ? 0 : budget.left / budget.total,
    }));
    if (changed) found.push(changed);
    else unchanged.push(...one.crawlers);
    regions += changed?.regions.length ?? 0;
  }
  return reportOf(documents, crawlerPairs(documents[0], documents[1], asked), found, unchanged);
}

function checkCrawlers(crawlers: unknown): void {
  if (Array.isArray(crawlers)) return;
  throw new TypeError(
    `Cannot compare for crawlers ${quote(String(crawlers))}: expected a list of product tokens, such as ["FooBot"]`,
  );
}

function* crawlerDiff(
  { crawlers, sides, found }: ComparedCrawlers,
  budget: WorkBudget,
  progress: (regions: number) => DiffProgress,
): Generator<DiffProgress, CrawlerDiff | undefined, 'stop' | undefined> {
  const regions: ChangedRegion[] = [];
  const undecided: UndecidedChange[] = [];
  let isComplete = true;
  for (const piece of found()) {
    if (piece === undefined) {
      if ((yield progress(regions.length)) === 'stop') budget.spend(budget.left);
    } else if ('witness' in piece) regions.push(regionOf(piece, sides));
    else {
      isComplete = false;
      if (piece.before ?? piece.after) undecided.push(shownSides(piece, sides));
    }
  }
  if (isComplete && regions.length === 0) return undefined;
  return Object.freeze({
    crawlers: Object.freeze(crawlers),
    severity: greatest(regions.map(({ severity }) => severity)) ?? 'warning',
    regions: Object.freeze(regions.sort(byWeight)),
    isComplete,
    undecided: Object.freeze(undecided),
  });
}

function reportOf(
  documents: Parameters<typeof usageDiffs>[0],
  pairs: readonly CrawlerPair[],
  crawlers: CrawlerDiff[],
  unchangedCrawlers: readonly string[],
): DiffReport {
  const others = {
    groups: groupDiffs(documents),
    usage: usageDiffs(documents, pairs),
    sitemaps: sitemapDiffs(documents),
    crawlDelays: crawlDelayDiffs(pairs),
  };
  const hasOthers = Object.values(others).some(({ length }) => length > 0);
  const severity = greatest([
    ...crawlers.map((one) => one.severity),
    ...(hasOthers ? ['info' as const] : []),
  ]);
  return Object.freeze({
    changesVerdicts: crawlers.some(({ regions }) => regions.length > 0),
    isComplete: crawlers.every(({ isComplete }) => isComplete),
    ...(severity && { severity }),
    crawlers: Object.freeze(crawlers.sort((a, b) => WEIGHT[b.severity] - WEIGHT[a.severity])),
    unchangedCrawlers: Object.freeze(unchangedCrawlers),
    ...others,
    isTruncated: Object.freeze({ before: documents[0].isTruncated, after: documents[1].isTruncated }),
  });
}

const WEIGHT: Readonly<Record<DiffSeverity, number>> = { info: 0, warning: 1, error: 2 };

function greatest(severities: readonly DiffSeverity[]): DiffSeverity | undefined {
  return [...severities].sort((a, b) => WEIGHT[b] - WEIGHT[a])[0];
}

/** Orders regions by severity, most severe first, then by the deciding lines. */
function byWeight(a: ChangedRegion, b: ChangedRegion): number {
  const lineOf = ({ before, after }: ChangedRegion): number => after?.line ?? before?.line ?? 0;
  return WEIGHT[b.severity] - WEIGHT[a.severity] || lineOf(a) - lineOf(b) || (a.witness < b.witness ? -1 : 1);
}

/** @throws {TypeError} If `body` is neither a string, nor a `Uint8Array`, nor a document in the RFC 9309 dialect. */
function readableDocument(body: Body | RobotsDocument): RobotsDocument {
  if (!(body instanceof RobotsDocument)) return parse(body);
  if (!body.dialect.reader) return body;
  throw new TypeError(
    `Cannot compare a document of the dialect ${quote(body.dialect.name)}: expected one read by RFC 9309`,
  );
}
