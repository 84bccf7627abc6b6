/** Finds the crawlers of the registry that match a typed text. */
import type { Crawler } from '../engine/crawler.ts';

/** The rank of a crawler that does not match. */
const NONE = 6;

const MAX_SHOWN = 60;

/**
 * Matching crawlers. The usual ones come first, then those of an operator with exactly this name, then tokens that begin
 * with the text. For an empty text, returns the usual crawlers.
 */
export function matchingCrawlers(
  registry: readonly Crawler[],
  text: string,
  usual: readonly string[],
): readonly Crawler[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return registry.filter(({ token }) => usual.includes(token)).slice(0, MAX_SHOWN);
  const rank = ({ token, title, operator }: Crawler): number => {
    const names = [token, title, operator].map((name) => name.toLowerCase());
    if (!names.some((name) => name.includes(sought))) return NONE;
    if (names[0] === sought) return 0;
    if (usual.includes(token)) return 1;
    if (names[2] === sought) return 2;
    if (names[0]?.startsWith(sought)) return 3;
    return names[0]?.includes(sought) ? 4 : 5;
  };
  return registry
    .map((crawler) => ({ crawler, place: rank(crawler) }))
    .filter(({ place }) => place < NONE)
    .sort((a, b) => a.place - b.place || usual.indexOf(a.crawler.token) - usual.indexOf(b.crawler.token))
    .slice(0, MAX_SHOWN)
    .map(({ crawler }) => crawler);
}
