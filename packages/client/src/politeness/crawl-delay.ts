/** The Crawl-delay that a decision states: what the file says, capped where that was asked for. */

/** What a decision says of a delay. */
export interface StatedDelay {
  crawlDelaySeconds?: number;
  /** What the file says, when that is more than the cap. */
  crawlDelayStatedSeconds?: number;
}

/** The delay to keep, at most `maxCrawlDelaySeconds`; says so when it was capped. */
export function cappedDelay(statedSeconds: number | undefined, maxCrawlDelaySeconds: number): StatedDelay {
  if (statedSeconds === undefined) return {};
  if (statedSeconds <= maxCrawlDelaySeconds) return { crawlDelaySeconds: statedSeconds };
  return { crawlDelaySeconds: maxCrawlDelaySeconds, crawlDelayStatedSeconds: statedSeconds };
}
