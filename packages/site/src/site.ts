/** A site's robots.txt as its builders describe it, and the file that each environment serves. */
import type { Body } from 'robots-exclusion';
import { closeToEverybody, generate, type RobotsConfig } from 'robots-exclusion/generate';
import type { LintOptions } from 'robots-exclusion/lint';

/** URLs or paths that a crawler may or may not fetch. */
export interface SiteTest {
  /**
   * A product token, a User-Agent header, or several crawlers; `"FooBot-News, FooBot"` is one crawler with two tokens.
   *
   * @default {'*'}
   */
  readonly crawler?: string | readonly string[];
  /** Take product tokens literally, ignoring what the registry knows of the crawlers. */
  readonly literal?: boolean;
  readonly allow?: string | readonly string[];
  readonly disallow?: string | readonly string[];
}

/** How the file is linted. */
export interface SiteLint extends Pick<LintOptions, 'profile' | 'rules'> {
  /**
   * The least severity that fails the build. Lesser findings are warnings.
   *
   * @default {'error'}
   */
  readonly failOn?: 'error' | 'warning' | 'info';
}

/** A site: one robots.txt for production, and the requirements before it is built. */
export interface Site {
  /** The file of production. Text is served as written. */
  readonly config: RobotsConfig | string;
  /** Files of other environments, by name. An environment without one is closed to every crawler. */
  readonly environments?: Readonly<Record<string, RobotsConfig | string>>;
  /** The environment being built. Default: {@link deployEnvironment}. Only `production` serves {@link config}. */
  readonly environment?: string;
  /** Where production is served, such as `https://www.example.com/`. The linter then checks hosts, too. */
  readonly url?: string;
  /** `false` skips the linter. */
  readonly lint?: SiteLint | false;
  readonly tests?: readonly SiteTest[];
  /**
   * What production serves now: the site's URL, from which the file is fetched, or the file itself. A production build
   * that shuts out a crawler fails unless {@link closedTo} names it. Other changes are printed.
   */
  readonly deployed?: string | { readonly body: Body };
  /**
   * What to do if {@link deployed} cannot be fetched.
   *
   * @default {'fail'}
   */
  readonly ifUnreachable?: 'fail' | 'warn';
  /** Product tokens of crawlers that the file shuts out on purpose; `*` for every crawler it does not name. */
  readonly closedTo?: readonly string[];
  /**
   * Lifetime in seconds of the file where this package serves it.
   *
   * @default {3600}
   */
  readonly maxAgeSeconds?: number;
}

/**
 * What is being built: `VERCEL_ENV` on Vercel, `CONTEXT` on Netlify, otherwise `fallback`. Deploy previews are built in
 * production mode, so the mode alone would publish the production file for them.
 *
 * @example
 * ```ts
 * deployEnvironment('production', { VERCEL_ENV: 'preview' }); // 'preview'
 * deployEnvironment('production', {}); // 'production'
 * ```
 */
export function deployEnvironment(
  fallback: string,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const { VERCEL_ENV, NETLIFY, CONTEXT } = variables;
  return VERCEL_ENV || (NETLIFY && CONTEXT) || fallback;
}

/**
 * The robots.txt that an environment serves.
 *
 * @throws {TypeError | RangeError} If the configuration cannot be written: see `generate`.
 * @example
 * ```ts
 * const site = { config: { groups: [{ userAgents: '*', rules: [{ disallow: '/cart' }] }] } };
 * robotsOf(site, 'production'); // 'User-agent: *\nDisallow: /cart\n'
 * robotsOf(site, 'staging').includes('Disallow: /\n'); // true
 * ```
 */
export function robotsOf({ config, environments = {} }: Site, environment: string): string {
  if (environment === 'production') return written(config);
  const own = new Map(Object.entries(environments)).get(environment);
  return written(
    own ?? { comment: `${oneLine(environment)}: closed to every crawler`, groups: [closeToEverybody] },
  );
}

function written(config: RobotsConfig | string): string {
  return typeof config === 'string' ? config : generate(config);
}

/** An environment's name comes from outside: it must not add records. */
function oneLine(name: string): string {
  return name.replaceAll(/[^\w .-]/g, '?') || 'unnamed environment';
}
