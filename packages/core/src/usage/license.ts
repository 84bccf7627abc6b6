/** RSL 1.0 (rslstandard.org): License records and links to the terms under which content may be used. */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import { type Reading, readAll } from '../records/reading.ts';
import { fieldLines, type HeaderFields } from './header-fields.ts';
import { readLinks } from './link-header.ts';

/** A link to an RSL document, which contains the terms; this package does not fetch it. */
export interface License {
  readonly url: string;
  readonly source: 'robots' | 'header' | 'page';
  /** The record; present only if `source` is `"robots"`. */
  readonly record?: DocumentRecord;
  /**
   * The product tokens of the record's group; absent for a record outside groups and for a header. RSL's guide
   * says that the record applies to the whole file; a stricter reading of RSL's specification limits the record to the
   * group.
   */
  readonly productTokens?: readonly string[];
}

/** A `link` element of a page: `<link rel="license" type="application/rsl+xml" href="/license.xml">`. */
export interface PageLink {
  readonly rel: string;
  readonly type: string;
  readonly href: string;
}

/** Other sources of links. */
export interface LicensesOptions {
  /** Header fields of the response that delivered a page, or robots.txt itself. */
  headers?: HeaderFields;
  /** `link` elements of the page. */
  links?: readonly PageLink[];
  /** The URL of the response, against which relative links are resolved. Without it, relative links are skipped. */
  url?: string | UrlLike;
}

/**
 * The licenses that a file names, in file order, followed by those in `Link` headers and in `link` elements with
 * `rel="license"` and `type="application/rsl+xml"`. Duplicates are kept.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { licenses } from 'robots-exclusion/usage';
 *
 * const document = parse('License: https://example.com/license.xml\nUser-agent: *\nAllow: /\n');
 * licenses(document).map(({ url }) => url); // ['https://example.com/license.xml']
 * ```
 */
export function licenses(document: RobotsDocument, options: LicensesOptions = {}): readonly License[] {
  const tokens = new Map(
    document.groups.flatMap(({ others, productTokens }) =>
      others.map(({ span }) => [span.start, productTokens] as const),
    ),
  );
  const records = document.records.filter(({ kind }) => kind === 'license');
  const inFile = readAll(records, readLicense).map(({ url, record }): License => {
    const productTokens = tokens.get(record.span.start);
    return Object.freeze({ url, source: 'robots', record, ...(productTokens && { productTokens }) });
  });
  return [...inFile, ...linkedLicenses(options)];
}

/** The URL in one record. It must be absolute, may name any host, and need not be percent-encoded. */
export function readLicense({ value }: DocumentRecord): Reading<{ readonly url: string }> {
  if (ABSOLUTE.test(value) && resolved(value) !== undefined) return { value: { url: value } };
  const message =
    value === ''
      ? 'An empty value names no license: this record is ignored'
      : `${quote(value)} is not an absolute URL, such as "https://example.com/license.xml": this record is ignored`;
  return { defect: { code: 'bad-license', severity: 'warning', message } };
}

const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/]/;

function linkedLicenses({ headers, links = [], url }: LicensesOptions): readonly License[] {
  const base = typeof url === 'object' ? url.href : url;
  const inHeader = fieldLines(headers, 'link')
    .flatMap(readLinks)
    .filter(({ parameters }) => isLicense(parameters.get('rel'), parameters.get('type')))
    .map(({ target }) => ({ href: target, source: 'header' as const }));
  const inPage = links
    .filter(({ rel, type }) => isLicense(rel, type))
    .map(({ href }) => ({ href, source: 'page' as const }));
  return [...inHeader, ...inPage].flatMap(({ href, source }) => {
    const absolute = resolved(href, base);
    return absolute === undefined ? [] : Object.freeze({ url: absolute, source });
  });
}

function isLicense(rel = '', type = ''): boolean {
  const [essence = ''] = type.toLowerCase().split(';');
  return (
    rel
      .toLowerCase()
      .split(/[ \t\r\n\f]+/)
      .includes('license') && essence.trim() === 'application/rsl+xml'
  );
}

function resolved(url: string, base?: string): string | undefined {
  try {
    return new URL(url, base).href;
  } catch {
    return undefined;
  }
}
