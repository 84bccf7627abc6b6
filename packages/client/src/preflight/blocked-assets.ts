/** Finds files that a page needs and that robots.txt closes to search engines that render pages. Pure. */
import { compile, explainer, type RobotsDocument } from 'robots-exclusion';
import type { ReadPage } from './page-facts.ts';
import type { PreflightState } from './states.ts';

/** Crawlers of search engines that render pages before they rank them, as the linter's rule `blocks-assets` has them. */
const RENDERERS = ['Googlebot', 'bingbot'];

/** Limit on the files that are named for each search engine. */
const MOST_NAMED = 5;

/**
 * The blocked files of a page, as states of the page. Files on other origins follow other rules and are not judged. A
 * page that the crawler may not fetch is not rendered.
 *
 * @example
 * ```ts
 * import { blockedAssets } from '@robots-exclusion/client/preflight';
 * import { parse } from 'robots-exclusion';
 *
 * const assets = [{ kind: 'script', url: 'https://example.com/js/a.js' }] as const;
 * const document = parse('User-agent: *\nDisallow: /js/\n');
 * blockedAssets(document, { assets }, 'https://example.com/')[0]?.where; // 'Googlebot, line 2'
 * ```
 */
export function blockedAssets(
  document: RobotsDocument,
  { assets }: Pick<ReadPage, 'assets'>,
  pageUrl: string,
): PreflightState[] {
  const { origin } = new URL(pageUrl);
  const own = [...new Map(assets.map((one) => [one.url, one])).values()].filter(
    ({ url }) => new URL(url).origin === origin,
  );
  return RENDERERS.flatMap((token) => {
    const verdictOn = explainer(compile(document, token));
    if (!verdictOn(pageUrl).allowed) return [];
    return own
      .flatMap(({ kind, url }) => {
        const { allowed, rule } = verdictOn(url);
        const where = `${token}${rule === undefined ? '' : `, line ${rule.line}`}`;
        return allowed ? [] : [{ what: `blocked ${kind}`, where, isRestrictive: true, text: url }];
      })
      .slice(0, MOST_NAMED);
  });
}
