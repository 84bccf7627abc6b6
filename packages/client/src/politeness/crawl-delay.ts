/** The Crawl-delay that a decision states: what the file says, capped where that was asked for. */
import type { Decision } from '../decision.ts';

/** Adds the delay to keep, at most `maxCrawlDelaySeconds`, to a decision; says so when it was capped. */
export function withDelay(
  decision: Decision,
  statedSeconds: number | undefined,
  maxCrawlDelaySeconds: number,
): Decision {
  if (statedSeconds === undefined) return decision;
  decision.crawlDelaySeconds = Math.min(statedSeconds, maxCrawlDelaySeconds);
  if (statedSeconds > maxCrawlDelaySeconds) decision.crawlDelayStatedSeconds = statedSeconds;
  return decision;
}
