import { sitemaps } from '../../records/sitemap.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { closureOf, openCrawler } from './blocks-everything.ts';

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
