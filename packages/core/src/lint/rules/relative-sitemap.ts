import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Matches an absolute URL by its scheme and host. */
export const ABSOLUTE: RegExp = /^(?:https?|ftp):\/\/[^\s/]/i;

/** sitemaps.org: the location is a full URL. */
export const relativeSitemap: LintRule = {
  code: 'relative-sitemap',
  severity: 'error',
  ownCodes: ['relative-sitemap', 'empty-sitemap'],
  title: 'A sitemap URL is not absolute',
  reason: 'Crawlers expect a full URL with scheme and host. Most ignore a relative one.',
  bad: { body: 'Sitemap: /sitemap.xml\n' },
  good: { body: 'Sitemap: https://example.com/sitemap.xml\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span, valueSpan } of context.recordsOf('sitemap')) {
      if (ABSOLUTE.test(value)) continue;
      const origin = context.origin;
      const url = origin && value.startsWith('/') && !value.startsWith('//') ? origin + value : undefined;
      yield {
        message:
          value === ''
            ? 'This sitemap record has no URL'
            : `${JSON.stringify(value)} is not an absolute URL, so most crawlers ignore it`,
        span,
        ...(url && {
          fixes: [
            { title: `Write ${url}`, edits: [{ span: valueSpan, replacement: url }], changesVerdicts: false },
          ],
        }),
      };
    }
  },
};
