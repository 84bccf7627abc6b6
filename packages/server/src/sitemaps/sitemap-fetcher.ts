/** Sitemaps for the service: each fetch waits for its client's turn, and ends with the request. */
import { createHttpTransport, type RobotsClient } from '@robots-exclusion/client';
import type { ServiceOptions } from '../options.ts';
import type { RequestFacts } from '../request-facts.ts';
import { fetchSitemap, type SitemapAnswer } from './fetch-sitemap.ts';

export type FetchSitemap = (url: string, facts: RequestFacts) => Promise<SitemapAnswer>;

export function createSitemapFetcher(
  { userAgent, transports, addressPolicy = { allow: 'public-only' } }: ServiceOptions,
  client: RobotsClient,
): FetchSitemap {
  const transport = transports?.find(({ schemes }) => schemes.includes('https')) ?? createHttpTransport();
  return async (url, { deadline, share }) => {
    const signal = deadline.signal();
    const isAllowed = async (place: string): Promise<boolean> => {
      const { allowed } = await client.check(place, { signal, beforeFetch: () => share.takeFetch(signal) });
      return allowed;
    };
    // The turn of the robots.txt is over before that of the sitemap begins, so one client never waits for itself.
    return fetchSitemap(url, {
      transport,
      userAgent,
      addressPolicy,
      signal,
      isAllowed,
      takeTurn: () => share.takeFetch(signal),
    });
  };
}
