/** Rules on sitemap records. */
import { inQuotes } from '../../print/printable.ts';
import { sitemaps } from '../../records/sitemap.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { closureOf, openCrawler } from './closures.ts';

/** Matches an absolute URL by its scheme and host. */
export const ABSOLUTE: RegExp = /^(?:https?|ftp):\/\/[^\s/]/i;

/** sitemaps.org: the location is a full URL. */
export function* relativeSitemap(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.recordsOf('sitemap')) {
    if (ABSOLUTE.test(value)) continue;
    const origin = context.origin;
    // A path that was joined to a host may lose a slash: `https:/example.com/sitemap.xml`.
    const whole = /^https?:\/?(?=[\w-]+\.[\w.-]+(?:[:/]|$))/i.test(value);
    const url = whole
      ? value.replace(/^(https?:)\/?/i, '$1//')
      : origin && value.startsWith('/') && !value.startsWith('//')
        ? origin + value
        : undefined;
    yield {
      message:
        value === ''
          ? 'This sitemap record has no URL'
          : whole
            ? `${inQuotes(value)} has too few slashes after the scheme, so most crawlers ignore it`
            : `${inQuotes(value)} is not an absolute URL, so most crawlers ignore it`,
      span,
      ...(url && {
        fixes: [
          { title: `Write ${url}`, edits: [{ span: valueSpan, replacement: url }], changesVerdicts: false },
        ],
      }),
    };
  }
}

/** sitemaps.org: the URLs in a sitemap have the same scheme and host as the sitemap. */
export function* insecureSitemap(context: LintContext): Iterable<Finding> {
  const host = /^https:\/\/([^/:]+)/i.exec(context.robotsUrl ?? '')?.[1]?.toLowerCase();
  if (host === undefined) return;
  for (const { value, span } of context.recordsOf('sitemap')) {
    const named = /^http:\/\/([^/:]+)/i.exec(value)?.[1]?.toLowerCase();
    if (named !== host) continue;
    yield { message: `The site uses https, but this sitemap URL uses http: ${value}`, span };
  }
}

/** sitemaps.org: a file may name sitemaps of another host. */
export function* foreignSitemap(context: LintContext): Iterable<Finding> {
  const { origin } = context;
  if (origin === undefined) return;
  for (const { url, record } of sitemaps(context.document)) {
    const host = writtenHost(url);
    if (withoutWww(host) !== withoutWww(writtenHost(origin)))
      yield {
        message: `This sitemap is on ${host}, but the file is on ${writtenHost(origin)}`,
        span: record.span,
      };
  }
}

function writtenHost(url: string): string {
  return (/^[^:]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url)?.[1] ?? '').toLowerCase();
}

/**
 * The host without `www.`. People consider the names with and without `www.` the same site, although the protocol does
 * not.
 */
function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/** Google fetches a sitemap only if robots.txt allows it. Whom the site is closed to needs no sitemap. */
export function* disallowedSitemap(context: LintContext): Iterable<Finding> {
  const found = sitemaps(context.document);
  const own = hostOf(context.robotsUrl ?? '') ?? probableHost(found.map(({ url }) => hostOf(url)));
  if (own === undefined) return;
  const reader = closureOf(context) === undefined ? '*' : openCrawler(context);
  if (reader === undefined) return;
  const rules = context.ruleSetOf(reader);
  const who = reader === '*' ? 'most crawlers' : 'it';
  for (const { url, record } of found) {
    if (hostOf(url) !== own || rules.allows(url)) continue;
    yield {
      message: `The rules for ${JSON.stringify(reader)} disallow this sitemap, so ${who} will not fetch it`,
      span: record.span,
    };
  }
}

function hostOf(url: string): string | undefined {
  try {
    return /^[a-z]+:\/\/([^/]+)/.exec(new URL(url).href)?.[1];
  } catch {
    return undefined;
  }
}

/**
 * The assumed host if the URL of the file is unknown: the common host of all its sitemaps, unless that host seems to
 * serve only sitemaps.
 */
function probableHost(hosts: readonly (string | undefined)[]): string | undefined {
  const [host, ...others] = new Set(hosts);
  return others.length === 0 && host !== undefined && /^(?:www\.)?[^.]+\.[^.]+$/.test(host)
    ? host
    : undefined;
}
