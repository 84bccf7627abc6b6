import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** sitemaps.org: the URLs in a sitemap have the same scheme and host as the sitemap. */
export const insecureSitemap: LintRule = {
  code: 'insecure-sitemap',
  severity: 'warning',
  title: 'An https site lists an http sitemap',
  reason:
    'A sitemap at http://… may list only http URLs, and crawlers that do not follow the redirect to https never read it.',
  bad: {
    body: 'User-agent: *\nDisallow: /a\nSitemap: http://example.com/sitemap.xml\n',
    robotsUrl: 'https://example.com/robots.txt',
  },
  good: {
    body: 'User-agent: *\nDisallow: /a\nSitemap: https://example.com/sitemap.xml\n',
    robotsUrl: 'https://example.com/robots.txt',
  },
  *check(context: LintContext): Iterable<Finding> {
    const host = /^https:\/\/([^/:]+)/i.exec(context.robotsUrl ?? '')?.[1]?.toLowerCase();
    if (host === undefined) return;
    for (const { value, span } of context.recordsOf('sitemap')) {
      const named = /^http:\/\/([^/:]+)/i.exec(value)?.[1]?.toLowerCase();
      if (named !== host) continue;
      yield { message: `The site uses https, but this sitemap URL uses http: ${value}`, span };
    }
  },
};
