/** Sitemap: the location of a list of the site's URLs (sitemaps.org). It belongs to the file, not to a group. */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import { octetsBefore, type Reading, readAll } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/** One sitemap that a file names. */
export interface Sitemap {
  /** The URL as written if it is absolute; otherwise resolved against the URL of the robots.txt. */
  readonly url: string;
  /** Whether the file names the sitemap by a relative URL, which sitemaps.org does not permit. */
  readonly isRelative: boolean;
  readonly record: DocumentRecord;
}

/** Options for reading sitemaps. */
export interface SitemapOptions {
  /** The URL of the robots.txt, against which relative URLs are resolved. Without it, relative URLs are skipped. */
  robotsUrl?: string | UrlLike;
}

/**
 * The sitemaps that a file names, wherever they appear, in file order and without duplicates. A URL may be on another
 * host.
 *
 * @throws {TypeError} If `robotsUrl` is not an absolute URL.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { sitemaps } from 'robots-exclusion/records';
 *
 * const document = parse('Sitemap: https://example.com/a.xml\nUser-agent: *\nSitemap: /b.xml\n');
 * sitemaps(document).map(({ url }) => url); // ['https://example.com/a.xml']
 * sitemaps(document, { robotsUrl: 'https://example.com/robots.txt' })[1]?.url; // 'https://example.com/b.xml'
 * ```
 */
export function sitemaps(document: RobotsDocument, options: SitemapOptions = {}): readonly Sitemap[] {
  const base = baseOf(options.robotsUrl);
  const records = document.records.filter(({ kind }) => kind === 'sitemap');
  const seen = new Set<string>();
  return readAll(records, (record) => readSitemap(record, base)).filter(({ url }) => {
    const { href } = new URL(url);
    return !seen.has(href) && seen.add(href);
  });
}

/** The URL in one record. `base` must be an absolute URL. */
export function readSitemap({ value }: DocumentRecord, base?: string): Reading<Omit<Sitemap, 'record'>> {
  if (value === '') return defect('empty-sitemap', 'An empty value names no sitemap: this record is ignored');
  const space = value.search(/[\s\u0000-\u001f]/);
  if (space >= 0) {
    const message = `${quote(value)} has white space or a control character: write one URL per record, spaces as %20`;
    return defect('bad-sitemap', message, octetsBefore(value, space));
  }
  if (ABSOLUTE.test(value)) {
    const isUrl = hrefOf(value) !== undefined;
    return isUrl
      ? { value: { url: value, isRelative: false } }
      : defect('bad-sitemap', `${quote(value)} is not a URL: this record is ignored`);
  }
  const resolved = base === undefined || HAS_SCHEME.test(value) ? undefined : hrefOf(value, base);
  if (resolved !== undefined) return { value: { url: resolved, isRelative: true } };
  return HAS_SCHEME.test(value)
    ? defect('bad-sitemap', `${quote(value)} is not the URL of a file to fetch: this record is ignored`)
    : defect('relative-sitemap', `${quote(value)} is relative: most readers ignore it; write the whole URL`);
}

const HAS_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]/;

function hrefOf(url: string, base?: string): string | undefined {
  try {
    return new URL(url, base).href;
  } catch {
    return undefined;
  }
}

function baseOf(robotsUrl: string | UrlLike | undefined): string | undefined {
  const text = typeof robotsUrl === 'object' ? robotsUrl.href : robotsUrl;
  if (text === undefined) return undefined;
  const href = ABSOLUTE.test(text) ? hrefOf(text) : undefined;
  if (href === undefined) {
    throw new TypeError(
      `Cannot resolve against robotsUrl ${quote(text)}: expected an absolute URL such as "https://example.com/robots.txt"`,
    );
  }
  return href;
}

function defect(code: string, message: string, offset = 0): Reading<never> {
  return { defect: { code, severity: 'warning', message, offset } };
}

export const sitemapRecord: RecordDefinition = {
  name: 'Sitemap',
  help: 'Absolute URL of a sitemap. It belongs to the whole file, not to a group (sitemaps.org).',
  values: ['https://'],
  read: (record) => readSitemap(record),
};
