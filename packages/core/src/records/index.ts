/**
 * Records outside RFC 9309 (§2.2.4), each read by its own rule. None of them changes a verdict.
 *
 * @module
 */
export { type CacheDelay, cacheDelay } from './cache-delay.ts';
export { type CleanParam, canonicalUrl, cleanParams } from './clean-param.ts';
export { countRecords, type RecordCounts } from './count-records.ts';
export { type CrawlDelay, type CrawlDelayOptions, crawlDelay } from './crawl-delay.ts';
export { recordDefinition, recordDefinitions } from './definitions.ts';
export { recordDiagnostics } from './diagnostics.ts';
export { recordsForCrawler } from './group-records.ts';
export { type PreferredHost, preferredHost } from './host.ts';
export { noindexRecords } from './noindex.ts';
export type { RecordDiagnostic } from './reading.ts';
export type { RecordDefinition } from './record-definition.ts';
export { type RequestRate, requestRate, requestRates } from './request-rate.ts';
export { type Sitemap, type SitemapOptions, sitemaps } from './sitemap.ts';
export { isWithin, type TimeWindow } from './time-window.ts';
export { unreadRecords } from './unread.ts';
export { type VisitTime, visitTime } from './visit-time.ts';
