/** Finds files that a page needs and that robots.txt closes to search engines that render pages. Pure. */
import { compile, explainer, type RobotsDocument } from 'robots-exclusion';
import type { ReadPage } from './page-facts.ts';
import type { PreflightState } from './states.ts';

/** Crawlers of search engines that render pages before they rank them, as the linter's rule `blocks-assets` has them. */
const RENDERERS = ['Googlebot', 'bingbot'];

/** Limit on the files that are named for each search engine. */
const MOST_NAMED = 5;

/** Files of a page, as the search engines that may fetch the page may fetch them. */
export interface BlockedAssets {
  /** The crawlers that may fetch the page. The others do not render it, so that nothing is judged for them. */
  readonly crawlers: readonly string[];
  /** The number of files on the page's origin. Files on other origins follow other rules, and are not judged. */
  readonly files: number;
  /** The files that are blocked, at most five for each crawler. */
  readonly blocked: readonly PreflightState[];
}

/**
 * The files of a page that are blocked, as states of the page.
 *
 * @param document The robots.txt of the page's origin.
 * @example
 * ```ts
 * import { blockedAssets } from '@robots-exclusion/client/preflight';
 * import { parse } from 'robots-exclusion';
 *
 * const assets = [{ kind: 'script', url: 'https://example.com/js/a.js' }] as const;
 * const document = parse('User-agent: *\nDisallow: /js/\n');
 * blockedAssets(document, { assets }, 'https://example.com/').blocked[0]?.where; // 'Googlebot, line 2'
 * ```
 */
export function blockedAssets(
  document: RobotsDocument,
  { assets }: Pick<ReadPage, 'assets'>,
  pageUrl: string,
): BlockedAssets {
  const { origin } = new URL(pageUrl);
  const own = [...new Map(assets.map((one) => [one.url, one])).values()].filter(
    ({ url }) => new URL(url).origin === origin,
  );
  const renderers = RENDERERS.map((token) => ({ token, verdictOn: explainer(compile(document, token)) }));
  const judged = renderers.filter(({ verdictOn }) => verdictOn(pageUrl).allowed);
  const blocked = judged.flatMap(({ token, verdictOn }) =>
    own
      .flatMap(({ kind, url }) => {
        const { allowed, rule } = verdictOn(url);
        const where = `${token}${rule === undefined ? '' : `, line ${rule.line}`}`;
        return allowed ? [] : [{ what: `blocked ${kind}`, where, isRestrictive: true, text: url }];
      })
      .slice(0, MOST_NAMED),
  );
  return { crawlers: judged.map(({ token }) => token), files: own.length, blocked };
}
