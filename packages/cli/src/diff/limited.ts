/** A report with so many regions at most: two unrelated files differ in more than anybody reads. */
import type { CrawlerDiff, DiffReport } from 'robots-exclusion/diff';
import type { LeftOut } from './compared-files.ts';

/** The first `limit` regions, crawler by crawler, and what that leaves out; crawlers of whom nothing is left go too. */
export function limited(report: DiffReport, limit: number): { crawlers: CrawlerDiff[]; leftOut: LeftOut } {
  const crawlers: CrawlerDiff[] = [];
  let room = limit;
  let regions = 0;
  for (const one of report.crawlers) {
    const shown = one.regions.slice(0, room);
    room -= shown.length;
    regions += one.regions.length - shown.length;
    if (shown.length > 0 || (room > 0 && !one.isComplete)) crawlers.push({ ...one, regions: shown });
  }
  return { crawlers, leftOut: { regions, crawlers: named(report.crawlers) - named(crawlers) } };
}

function named(crawlers: readonly CrawlerDiff[]): number {
  return crawlers.reduce((sum, one) => sum + one.crawlers.length, 0);
}
