import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

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
