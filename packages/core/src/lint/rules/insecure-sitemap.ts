import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

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
