/**
 * Limits the number of regions in a report, because two unrelated files differ in more regions than anyone would read.
 */
import type { CrawlerDiff, DiffReport } from 'robots-exclusion/diff';

/** The listed regions, and the number of omitted ones. */
export interface Limited {
  readonly crawlers: readonly CrawlerDiff[];
  readonly regionsOmitted: number;
  readonly crawlersOmitted: number;
}

/**
 * Keeps the first `limit` regions, crawler by crawler, and counts the omitted ones. Crawlers that have no regions left
 * are also omitted.
 */
export function limited(report: Pick<DiffReport, 'crawlers'>, limit: number): Limited {
  const crawlers: CrawlerDiff[] = [];
  let room = limit;
  let regionsOmitted = 0;
  for (const one of report.crawlers) {
    const shown = one.regions.slice(0, room);
    room -= shown.length;
    regionsOmitted += one.regions.length - shown.length;
    if (shown.length > 0 || (room > 0 && !one.isComplete)) crawlers.push({ ...one, regions: shown });
  }
  return { crawlers, regionsOmitted, crawlersOmitted: named(report.crawlers) - named(crawlers) };
}

function named(crawlers: readonly CrawlerDiff[]): number {
  return crawlers.reduce((sum, one) => sum + one.crawlers.length, 0);
}
