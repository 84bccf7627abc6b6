/** Whom a server can refuse where robots.txt does not help. */
import { PLAIN_TOKEN } from '@robots-exclusion/operations/server-rules';
import type { AffectedCrawler } from './job.ts';

/** Tokens of the named crawlers that only a server can keep out. Fetchers that act for a person are left alone. */
export function unclaimed(affected: readonly AffectedCrawler[]): readonly string[] {
  return affected
    .filter(({ crawler, isNamed }) => isNamed && crawler.fetches && /^(?:no|unknown)$/.test(crawler.obeys))
    .flatMap(({ crawler: { token } }) => (PLAIN_TOKEN.test(token) ? [token] : []));
}
