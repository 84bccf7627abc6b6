/**
 * Reads sitemaps: XML, feeds and lists of URLs, also compressed.
 *
 * @module
 */
export { LocationReader, type SitemapKind } from './location-reader.ts';
export {
  MAX_LOCATIONS,
  MAX_SITEMAP_BYTES,
  readSitemap,
  type SitemapContent,
  type UnreadSitemap,
} from './read-sitemap.ts';
