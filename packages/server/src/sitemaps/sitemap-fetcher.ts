/** Sitemaps for the service: each fetch waits for its client's turn, is read in a thread, and ends with the request. */
import { type AddressPolicy, createHttpTransport, type RobotsClient } from '@robots-exclusion/client';
import type { ServiceOptions } from '../options.ts';
import { runTask } from '../pool/answerer.ts';
import type { ServicePool } from '../pool/pool.ts';
import type { RequestFacts } from '../request-facts.ts';
import { fetchSitemap, type SitemapAnswer } from './fetch-sitemap.ts';

export type FetchSitemap = (url: string, facts: RequestFacts) => Promise<SitemapAnswer>;

export function createSitemapFetcher(
  { userAgent, transports }: ServiceOptions,
  { client, pool, addressPolicy }: { client: RobotsClient; pool: ServicePool; addressPolicy: AddressPolicy },
): FetchSitemap {
  const transport = transports?.find(({ schemes }) => schemes.includes('https')) ?? createHttpTransport();
  return async (url, facts) => {
    const { deadline, share } = facts;
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
      hold: (octets) => share.hold(octets),
      read: (unread) => runTask(pool, 'sitemap', unread, facts, [unread.octets.buffer as ArrayBuffer]),
    });
  };
}
