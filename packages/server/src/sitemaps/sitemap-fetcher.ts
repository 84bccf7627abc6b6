/**
 * Fetches sitemaps for the service. Each fetch waits for its client's turn and is aborted when the request ends. The
 * response is parsed in a thread.
 */
import { type AddressPolicy, type RobotsClient, transportOf } from '@robots-exclusion/client';
import type { ServiceOptions } from '../options.ts';
import { runTask } from '../pool/answerer.ts';
import type { ServicePool } from '../pool/pool.ts';
import type { RequestFacts } from '../request-facts.ts';
import { fetchSitemap } from './fetch-sitemap.ts';

/** @returns The answer as JSON text. */
export type FetchSitemap = (url: string, facts: RequestFacts) => Promise<string>;

export function createSitemapFetcher(
  { userAgent }: ServiceOptions,
  {
    client,
    pool,
    addressPolicy,
    maxAnswerBytes,
  }: { client: RobotsClient; pool: ServicePool; addressPolicy: AddressPolicy; maxAnswerBytes: number },
): FetchSitemap {
  const transport = transportOf(client);
  return async (url, facts) => {
    const { deadline, share } = facts;
    const signal = deadline.signal();
    const refusal = async (place: string): Promise<string | undefined> => {
      const asked = { signal, beforeFetch: () => share.takeFetch(signal) };
      const { allowed, outcome, policyRow } = await client.check(place, asked);
      if (allowed) return undefined;
      if (outcome === 'rules' || outcome === 'stale-rules')
        return `The robots.txt of the site disallows ${place}`;
      return `${place} was not requested, because its robots.txt is ${outcome} (${policyRow})`;
    };
    // The turn for fetching robots.txt ends before the turn for the sitemap begins. Otherwise, a request could wait for
    // its own turn to end.
    return fetchSitemap(url, {
      transport,
      userAgent,
      addressPolicy,
      signal,
      refusal,
      takeTurn: () => share.takeFetch(signal),
      hold: (octets) => share.hold(octets),
      read: (question) =>
        runTask(pool, 'sitemap', { ...question, maxAnswerBytes }, facts, [
          question.octets.buffer as ArrayBuffer,
        ]),
    });
  };
}
