/**
 * Adds notes about misspelled crawler names to the text of an answer, because some hosts show a model only that text.
 */
import type { Words } from '@robots-exclusion/operations';
import { caller, line, own } from '@robots-exclusion/operations/words';

interface NamedCrawler {
  readonly tokens: readonly string[];
  readonly nearest?: readonly string[];
}

/** The maximum number of names that the notes mention; the structured answer contains all of them. */
const MOST_CRAWLERS = 10;

/** Returns one line for each unknown crawler name in the answer that resembles a known name. Each name appears once. */
export function unknownCrawlerWords(answer: object): Words {
  const { results, unknownCrawlers = [] } = answer as {
    readonly results?: unknown;
    readonly unknownCrawlers?: readonly NamedCrawler[];
  };
  const described = unknownCrawlers.map((crawler) => ({ crawler }));
  const items: readonly unknown[] = [...(Array.isArray(results) ? results : [answer]), ...described];
  const byName = new Map<string, readonly string[]>();
  for (const item of items) {
    const { crawler } = item as { readonly crawler?: NamedCrawler };
    if (crawler?.nearest?.length) byName.set(crawler.tokens.join(','), crawler.nearest);
  }
  const left = byName.size - MOST_CRAWLERS;
  const told = [...byName]
    .slice(0, MOST_CRAWLERS)
    .map(
      ([name, nearest]) =>
        line`${caller(name)} is not a known crawler; did you mean ${own(nearest.join(' or '))}?`,
    );
  return left > 0 ? [...told, line`${left} more unknown names are similar to known ones`] : told;
}
