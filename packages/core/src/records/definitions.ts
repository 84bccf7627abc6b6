/** All record definitions, and the functions that read each record. */
import { cacheDelayRecord } from './cache-delay.ts';
import { cleanParamRecord } from './clean-param.ts';
import { crawlDelayRecord } from './crawl-delay.ts';
import { hostRecord } from './host.ts';
import { noindexRecord } from './noindex.ts';
import plain from './plain-definitions.json' with { type: 'json' };
import type { RecordDefinition } from './record-definition.ts';
import { requestRateRecord } from './request-rate.ts';
import { sitemapRecord } from './sitemap.ts';
import { visitTimeRecord } from './visit-time.ts';

export { type CacheDelay, cacheDelay } from './cache-delay.ts';
export { type CleanParam, canonicalUrl, cleanParams } from './clean-param.ts';
export { type CrawlDelay, type CrawlDelayOptions, crawlDelay } from './crawl-delay.ts';
export { type PreferredHost, preferredHost } from './host.ts';
export { noindexRecords } from './noindex.ts';
export { type RequestRate, requestRate, requestRates } from './request-rate.ts';
export { type Sitemap, type SitemapOptions, sitemaps } from './sitemap.ts';
export { type VisitTime, visitTime } from './visit-time.ts';

/**
 * Records that code in other directories reads, or that no code reads: those of RFC 9309, which the parser reads,
 * statements about use, which `usage/` reads, and proposals and records of earlier years.
 */
const { ofTheRfc, ofUsage, ofNobody }: Readonly<Record<keyof typeof plain, readonly RecordDefinition[]>> =
  plain;

/** All known records, in the order in which editors suggest them. */
export const recordDefinitions: readonly RecordDefinition[] = Object.freeze([
  ...ofTheRfc,
  sitemapRecord,
  crawlDelayRecord,
  ...ofUsage,
  cleanParamRecord,
  requestRateRecord,
  visitTimeRecord,
  hostRecord,
  noindexRecord,
  cacheDelayRecord,
  ...ofNobody,
]);

const byName: ReadonlyMap<string, RecordDefinition> = new Map(
  recordDefinitions.map((definition) => [definition.name.toLowerCase(), definition]),
);

/**
 * The definition of a record; `undefined` if no known crawler has ever read it.
 *
 * @param name The record's name or kind, in any case.
 * @example
 * ```ts
 * import { recordDefinition } from 'robots-exclusion/records';
 *
 * recordDefinition('sitemap')?.help; // 'Absolute URL of a sitemap. It belongs to the whole file, not to a group (sitemaps.org).'
 * recordDefinition('Frobnicate'); // undefined
 * ```
 */
export function recordDefinition(name: string): RecordDefinition | undefined {
  return byName.get(name.toLowerCase());
}
