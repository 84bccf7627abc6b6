import { inQuotes } from '../../print/printable.ts';
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
  },
};
