/** Finds the crawlers of the registry that match a typed text. */
import type { Crawler } from '../engine/crawler.ts';

const MAX_SHOWN = 8;

/**
 * Matching crawlers. Tokens that begin with the text come first. For an empty text, returns the most common crawlers.
 */
export function matchingCrawlers(
  registry: readonly Crawler[],
  text: string,
  usual: readonly string[],
): readonly Crawler[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return registry.filter(({ token }) => usual.includes(token)).slice(0, MAX_SHOWN);
  const rank = ({ token, title, operator }: Crawler): number => {
    if (token.toLowerCase().startsWith(sought)) return 0;
    if (token.toLowerCase().includes(sought)) return 1;
    return [title, operator].some((name) => name.toLowerCase().includes(sought)) ? 2 : 3;
  };
  return registry
    .map((crawler) => ({ crawler, place: rank(crawler) }))
    .filter(({ place }) => place < 3)
    .sort((a, b) => a.place - b.place)
    .slice(0, MAX_SHOWN)
    .map(({ crawler }) => crawler);
}
