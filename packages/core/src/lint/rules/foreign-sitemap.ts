import { sitemaps } from '../../records/sitemap.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** sitemaps.org: a file may name sitemaps of another host. */
export function* foreignSitemap(context: LintContext): Iterable<Finding> {
  const { origin } = context;
  if (origin === undefined) return;
  for (const { url, record } of sitemaps(context.document)) {
    const host = hostOf(url);
    if (withoutWww(host) !== withoutWww(hostOf(origin)))
      yield {
        message: `This sitemap is on ${host}, but the file is on ${hostOf(origin)}`,
        span: record.span,
      };
  }
}

function hostOf(url: string): string {
  return (/^[^:]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(url)?.[1] ?? '').toLowerCase();
}

/**
 * The host without `www.`. People consider the names with and without `www.` the same site, although the protocol does
 * not.
 */
function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
