/**
 * Records that RFC 9309 leaves to others (§2.2.4), each read by its own rule. None of them changes a verdict.
 *
 * @module
 */
export { type CrawlDelay, type CrawlDelayOptions, crawlDelay } from './crawl-delay.ts';
