import type { CrawlerReport } from './crawler-row.ts';
import type { AuditReport } from './report.ts';

/** Counts of a crawler in one report. */
export interface ComparedTally {
  requests: number;
  /** Number of `violation` and `never-asked` requests. */
  against: number;
  octets: number;
  /** Requests per day over the time span of the report. */
  requestsPerDay: number;
}

/** A crawler in two reports. */
export interface ComparedCrawler {
  token: string;
  change: 'appeared' | 'gone' | 'stayed';
  before: ComparedTally;
  now: ComparedTally;
}

/** An earlier report compared with a current one. */
export interface Comparison {
  before: { first?: string; last?: string; days: number };
  now: { first?: string; last?: string; days: number };
  /** Whether the time spans differ by at most a tenth. If not, compare the counts per day. */
  isSameLength: boolean;
  /** Crawlers sorted by the change in violations, then in requests, greatest first. */
  crawlers: readonly ComparedCrawler[];
}

/** The parts of an earlier `AuditReport` that a comparison uses. */
export interface EarlierReport {
  readonly first?: string;
  readonly last?: string;
  readonly crawlers: readonly {
    readonly token: string;
    readonly requests: number;
    readonly classes: CrawlerReport['classes'];
    readonly traffic?: { readonly octets: number };
  }[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads an earlier report from JSON.
 *
 * @throws {TypeError} If the value is not a report.
 */
export function readEarlierReport(value: unknown): EarlierReport {
  const report = (typeof value === 'object' && value !== null ? value : {}) as Partial<AuditReport>;
  const isReport =
    Array.isArray(report.crawlers) &&
    report.crawlers.every(
      (one: Partial<CrawlerReport> | null) =>
        typeof one?.token === 'string' &&
        Number.isFinite(one.requests) &&
        typeof one.classes === 'object' &&
        one.classes !== null &&
        (one.traffic === undefined || Number.isFinite(one.traffic?.octets)),
    ) &&
    [report.first, report.last].every((time) => time === undefined || !Number.isNaN(Date.parse(time)));
  if (isReport) return report as EarlierReport;
  throw new TypeError('Cannot compare with this: expected a report from robots audit --format json');
}

/**
 * Compares an earlier report with a current one.
 *
 * @example
 * ```ts
 * const before = { crawlers: [{ token: 'GPTBot', requests: 4, classes: { violation: 1 } }] };
 * const { crawlers } = compareReports(readEarlierReport(before), { crawlers: [] });
 * crawlers[0]?.change; // 'gone'
 * ```
 */
export function compareReports(before: EarlierReport, now: EarlierReport): Comparison {
  const spans = [spanOf(before), spanOf(now)] as const;
  const [old, fresh] = [byToken(before), byToken(now)];
  const tokens = new Set([...fresh.keys(), ...old.keys()]);
  const crawlers = [...tokens].map((key): ComparedCrawler => {
    const [was, is] = [old.get(key), fresh.get(key)];
    const change = !was?.requests ? 'appeared' : !is?.requests ? 'gone' : 'stayed';
    return {
      token: (is ?? was)?.token ?? key,
      change,
      before: tallyOf(was, spans[0].days),
      now: tallyOf(is, spans[1].days),
    };
  });
  const longer = Math.max(spans[0].days, spans[1].days);
  return {
    before: spans[0],
    now: spans[1],
    isSameLength: Math.abs(spans[0].days - spans[1].days) <= longer / 10,
    crawlers: crawlers
      .filter(({ before: was, now: is }) => was.requests + is.requests > 0)
      .sort(
        (a, b) =>
          changeOf(b, 'against') - changeOf(a, 'against') ||
          changeOf(b, 'requests') - changeOf(a, 'requests') ||
          (a.token < b.token ? -1 : 1),
      ),
  };
}

function changeOf({ before, now }: ComparedCrawler, name: 'against' | 'requests'): number {
  return Math.abs(now[name] - before[name]);
}

function byToken({ crawlers }: EarlierReport): Map<string, EarlierReport['crawlers'][number]> {
  return new Map(crawlers.map((crawler) => [crawler.token.toLowerCase(), crawler]));
}

function spanOf({ first, last }: EarlierReport): { first?: string; last?: string; days: number } {
  if (first === undefined || last === undefined) return { days: 0 };
  return { first, last, days: Math.max(Date.parse(last) - Date.parse(first), 0) / DAY_MS };
}

function tallyOf(crawler: EarlierReport['crawlers'][number] | undefined, days: number): ComparedTally {
  if (!crawler) return { requests: 0, against: 0, octets: 0, requestsPerDay: 0 };
  const { requests, classes, traffic } = crawler;
  const against = (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
  // A span of less than a day counts as one day, so that its requests are not extrapolated.
  return { requests, against, octets: traffic?.octets ?? 0, requestsPerDay: requests / Math.max(days, 1) };
}
