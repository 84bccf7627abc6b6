/**
 * A Next.js route that builds and serves the robots.txt of a site, and a proxy that adds Content-Usage to pages.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  pageHeaders,
  robotsHandler,
  type WebResponse,
  webHandler,
  webPages,
} from 'robots-exclusion/generate';
import { checkSite, failureOf } from './check-site.ts';
import { problemText } from './problem.ts';
import { deployEnvironment, robotsOf, type Site } from './site.ts';

/**
 * Creates the handler for `app/robots.txt/route.ts`. With `dynamic = 'force-static'`, Next calls the handler once,
 * during `next build`, and the handler checks the site. The build fails if the file must not be deployed, or if the
 * project has a `public/robots.txt`, which Next would serve instead. Without `force-static`, the handler answers
 * requests without a check and logs a warning.
 *
 * @example
 * ```ts
 * import { robotsRoute } from '@robots-exclusion/site/next';
 *
 * export const dynamic = 'force-static';
 * export const GET = robotsRoute({ config: { groups: [{ userAgents: '*', rules: [{ disallow: '/cart' }] }] } });
 * ```
 */
export function robotsRoute(site: Site): () => Promise<Response> {
  const environment = environmentOf(site);
  const maxAge = site.maxAgeSeconds === undefined ? {} : { maxAgeSeconds: site.maxAgeSeconds };
  let wasChecked = false;
  return async () => {
    if (!wasChecked) await check(site, environment);
    wasChecked = true;
    const config = robotsOf(site, environment);
    const serve = webHandler(robotsHandler({ environment: 'production', config, ...maxAge }), Response);
    // A prerendered file is the same for every request.
    return serve(new Request('http://localhost/robots.txt'));
  };
}

/**
 * For `proxy.ts`: adds a Content-Usage field to each page, with the preferences in the robots.txt of the same site.
 *
 * @example
 * ```ts
 * import { usageProxy } from '@robots-exclusion/site/next';
 *
 * const site = { environment: 'production', config: 'User-agent: *\nAllow: /\nContent-Usage: train-ai=n\n' };
 * const proxy = usageProxy(site, () => new Response('page')); // in Next: () => NextResponse.next()
 * (await proxy(new Request('https://example.com/'))).headers.get('content-usage'); // 'train-ai=n'
 * ```
 */
export function usageProxy<Request extends { readonly url: string }, Answer extends WebResponse>(
  site: Site,
  respond: (request: Request) => Answer | Promise<Answer>,
): (request: Request) => Promise<Answer> {
  const config = robotsOf(site, environmentOf(site));
  return webPages(respond, pageHeaders({ environment: 'production', config }));
}

function environmentOf(site: Site): string {
  return site.environment ?? deployEnvironment(process.env['NODE_ENV'] ?? 'development');
}

/**
 * A message that names a conflicting `public/robots.txt`; undefined if there is none. Next prefers files in `public` to
 * routes, so the route would never be called. The project's folder must be the current folder.
 */
function otherFile(): string | undefined {
  const file = join(process.cwd(), 'public', 'robots.txt');
  if (!existsSync(file)) return undefined;
  return `Cannot build robots.txt: ${file} also exists, and Next would serve that one; expected only one of the two`;
}

/**
 * Checks the site. Throws only in a build. During a request, an error would become a response with status 500, which
 * closes the site to every crawler (RFC 9309 §2.3.1.4).
 */
async function check(site: Site, environment: string): Promise<void> {
  const isBuild = process.env['NEXT_PHASE'] === 'phase-production-build';
  const other = otherFile();
  if (other !== undefined && !isBuild) console.warn(other);
  if (!isBuild && process.env['NODE_ENV'] === 'production') {
    console.warn(
      `robots.txt was not checked: add "export const dynamic = 'force-static'" to its route, so "next build" checks it`,
    );
    return;
  }
  const report = await checkSite(site, environment);
  const failure = other ?? failureOf(report);
  if (isBuild && failure !== undefined) throw new Error(failure);
  for (const problem of report.problems) console.warn(problemText(problem));
  for (const change of report.changes) console.info(`robots.txt (${environment}): ${change}`);
}
