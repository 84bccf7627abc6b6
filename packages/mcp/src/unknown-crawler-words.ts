/** A misspelt crawler in words: some hosts show a model the text of an answer only. */
import type { Words } from '@robots-exclusion/operations';
import { caller, line, own } from '@robots-exclusion/operations/words';

/** How an answer names a crawler. */
interface NamedCrawler {
  readonly tokens: readonly string[];
  readonly nearest?: readonly string[];
}

/** Crawlers that are pointed out; the answer itself has them all. */
const MOST_CRAWLERS = 10;

/** A line for each crawler of the answer that is not known and is near to known ones, each once. */
export function unknownCrawlerWords(answer: object): Words {
  const { results } = answer as { readonly results?: unknown };
  const items: readonly unknown[] = Array.isArray(results) ? results : [answer];
  const byName = new Map<string, readonly string[]>();
  for (const item of items) {
    const { crawler } = item as { readonly crawler?: NamedCrawler };
    if (crawler?.nearest?.length) byName.set(crawler.tokens.join(','), crawler.nearest);
  }
  return [...byName]
    .slice(0, MOST_CRAWLERS)
    .map(
      ([name, nearest]) =>
        line`${caller(name)} is not a known crawler; did you mean ${own(nearest.join(' or '))}?`,
    );
}
