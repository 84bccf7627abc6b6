import { sitemaps } from '../../records/sitemap.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Google: a sitemap is fetched only where robots.txt lets it be. */
export const disallowedSitemap: LintRule = {
  code: 'disallowed-sitemap',
  severity: 'warning',
  title: 'A sitemap is named and disallowed',
  reason: 'Crawlers fetch a sitemap by the rules of its host: one that is disallowed is never read.',
  bad: { body: 'User-agent: *\nDisallow: /private/\nSitemap: https://example.com/private/sitemap.xml\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\nSitemap: https://example.com/sitemap.xml\n' },
  *check(context: LintContext): Iterable<Finding> {
    const { origin } = context;
    const rules = context.ruleSetOf('*');
    for (const { url, record } of sitemaps(context.document)) {
      if (origin !== undefined && !url.toLowerCase().startsWith(`${origin.toLowerCase()}/`)) continue;
      if (isAnswerable(url) && !rules.allows(url)) {
        yield {
          message: 'The rules for "*" disallow this sitemap: most crawlers will not fetch it',
          span: record.span,
        };
      }
    }
  },
};

function isAnswerable(url: string): boolean {
  try {
    return Boolean(new URL(url));
  } catch {
    return false;
  }
}
