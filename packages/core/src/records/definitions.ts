/** All record definitions, and the functions that read each record. */
import { cacheDelayRecord } from './cache-delay.ts';
import { cleanParamRecord } from './clean-param.ts';
import { crawlDelayRecord } from './crawl-delay.ts';
import { hostRecord } from './host.ts';
import { noindexRecord } from './noindex.ts';
import type { RecordDefinition } from './record-definition.ts';
import { requestRateRecord } from './request-rate.ts';
import { sitemapRecord } from './sitemap.ts';
import { visitTimeRecord } from './visit-time.ts';

// Records that code in other directories reads, or that no code reads: those of RFC 9309, statements about use, and
// proposals without a reader.

/** RFC 9309's own records, which the parser reads. */
const OF_THE_RFC: readonly RecordDefinition[] = [
  {
    name: 'User-agent',
    help: 'Begins a group, or names one more crawler for it. A crawler obeys the groups that name it; if none does, it obeys those of "*" (RFC 9309 §2.2.1).',
  },
  {
    name: 'Disallow',
    help: 'The crawler may not fetch paths that match. The rule with the longest matching pattern decides (RFC 9309 §2.2.2).',
    values: ['/'],
  },
  {
    name: 'Allow',
    help: 'The crawler may fetch paths that match, even if a shorter pattern disallows them (RFC 9309 §2.2.2).',
    values: ['/'],
  },
];

/** Statements about the use of content, which `usage/` reads. */
const OF_USAGE: readonly RecordDefinition[] = [
  {
    name: 'Content-Signal',
    help: 'What the content may be used for: search, ai-input, ai-train (contentsignals.org).',
    values: ['search=yes, ai-train=no', 'search=yes, ai-input=yes, ai-train=yes'],
  },
  {
    name: 'Content-Usage',
    help: 'Preferences about the use of content, optionally for a path (AIPREF, an IETF draft).',
    values: ['train-ai=n', 'ai-use=n', 'train-ai=n, ai-use=n, search=y'],
  },
  { name: 'License', help: 'URL of machine-readable license terms (Really Simple Licensing).' },
];

/** Records from proposals and from earlier years, which no code reads. */
const OF_NOBODY: readonly RecordDefinition[] = [
  {
    name: 'Nofollow',
    help: 'Links not to follow. Never standardized; Google stopped reading it in 2019.',
    obsolete: 'It was never a standard, and Google stopped supporting it in September 2019',
  },
  {
    name: 'Noarchive',
    help: 'Pages not to cache. Never standardized; Google stopped reading it in 2019.',
    obsolete: 'It was never a standard, and Google stopped supporting it in September 2019',
  },
  {
    name: 'Revisit-after',
    help: 'When to visit again. No known crawler reads it.',
    obsolete: 'No known crawler supports it',
  },
  {
    name: 'Robot-version',
    help: 'The version of the format, from a 2002 proposal. No known crawler reads it.',
    obsolete: 'It comes from a 2002 proposal that no known crawler follows',
  },
];

export { type CacheDelay, cacheDelay } from './cache-delay.ts';
export { type CleanParam, canonicalUrl, cleanParams } from './clean-param.ts';
export { type CrawlDelay, type CrawlDelayOptions, crawlDelay } from './crawl-delay.ts';
export { type PreferredHost, preferredHost } from './host.ts';
export { noindexRecords } from './noindex.ts';
export { type RequestRate, requestRate, requestRates } from './request-rate.ts';
export { type Sitemap, type SitemapOptions, sitemaps } from './sitemap.ts';
export { type VisitTime, visitTime } from './visit-time.ts';

/** All known records, in the order in which editors suggest them. */
export const recordDefinitions: readonly RecordDefinition[] = Object.freeze([
  ...OF_THE_RFC,
  sitemapRecord,
  crawlDelayRecord,
  ...OF_USAGE,
  cleanParamRecord,
  requestRateRecord,
  visitTimeRecord,
  hostRecord,
  noindexRecord,
  cacheDelayRecord,
  ...OF_NOBODY,
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
