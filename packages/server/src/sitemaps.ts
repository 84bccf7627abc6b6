/**
 * The reader of sitemaps.
 *
 * @module
 */
export { LocationReader, type SitemapKind } from '@robots-exclusion/client/sitemaps';
