/**
 * Builds a site's robots.txt from a typed configuration, and checks it first.
 *
 * @example
 * ```ts
 * import { checkSite, problemText, type Site } from '@robots-exclusion/site';
 *
 * const site: Site = {
 *   config: { groups: [{ userAgents: '*', rules: [{ disallow: '/' }] }] },
 *   tests: [{ crawler: 'Googlebot', allow: '/' }],
 * };
 * const { problems } = await checkSite(site, 'production');
 * problems.map(({ code }) => code); // ['site-closed', 'test-failed', 'blocks-everything']
 * ```
 *
 * @module
 */
export { checkSite, failureOf, type SiteReport } from './check-site.ts';
export { problemText, type SiteProblem } from './problem.ts';
export { deployEnvironment, robotsOf, type Site, type SiteLint, type SiteTest } from './site.ts';
export { headersFile } from './usage-headers.ts';
export { writeSite } from './write-site.ts';
