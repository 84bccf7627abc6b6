/** Compares the delays that two files state for each crawler. */
import { readCrawlDelay } from '../records/crawl-delay.ts';
import { readFirst } from '../records/reading.ts';
import type { CrawlerPair } from './crawler-pairs.ts';
import type { CrawlDelayDiff } from './diff-report.ts';

/** Crawlers whose delay changes. The delay of a crawler is the first valid delay in the groups that apply to it. */
export function crawlDelayDiffs(pairs: readonly CrawlerPair[]): readonly CrawlDelayDiff[] {
  const found = new Map<string, CrawlDelayDiff & { crawlers: string[] }>();
  for (const { crawlers, before, after } of pairs) {
    const [beforeSeconds, afterSeconds] = [delayOf(before.groups), delayOf(after.groups)];
    if (beforeSeconds === afterSeconds) continue;
    const key = `${beforeSeconds} ${afterSeconds}`;
    const known = found.get(key);
    if (known) known.crawlers.push(...crawlers);
    else {
      found.set(key, {
        crawlers: [...crawlers],
        ...(beforeSeconds !== undefined && { beforeSeconds }),
        ...(afterSeconds !== undefined && { afterSeconds }),
      });
    }
  }
  return Object.freeze([...found.values()].map((one) => Object.freeze(one)));
}

function delayOf(groups: CrawlerPair['before']['groups']): number | undefined {
  const records = groups.flatMap(({ others }) => others.filter(({ kind }) => kind === 'crawl-delay'));
  return readFirst(records, readCrawlDelay)?.seconds;
}
