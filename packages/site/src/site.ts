/** Describes a site's robots.txt, and determines the file that each environment serves. */
import type { Body } from 'robots-exclusion';
import type { AgentIndex } from 'robots-exclusion/agents';
import { closeToEverybody, generate, type RobotsConfig } from 'robots-exclusion/generate';
import type { LintOptions } from 'robots-exclusion/lint';

/** A test: URLs or paths that a crawler may or may not fetch. */
export interface SiteTest {
  /**
   * A product token, a User-Agent header, or several crawlers; `"FooBot-News, FooBot"` is one crawler with two tokens.
   *
   * @default {'*'}
   */
  readonly crawler?: string | readonly string[];
  /** Take product tokens literally; ignore the crawler registry. */
  readonly literal?: boolean;
  readonly allow?: string | readonly string[];
  readonly disallow?: string | readonly string[];
}

/** Settings of the linter. */
export interface SiteLint extends Pick<LintOptions, 'profile' | 'rules'> {
  /**
   * The lowest severity that fails the build. Findings below it are warnings.
   *
   * @default {'error'}
   */
  readonly failOn?: 'error' | 'warning' | 'info';
}

/** A site: its robots.txt for production, and the requirements that the file must meet before it is built. */
export interface Site {
  /** The file for production. Text is served as written. */
  readonly config: RobotsConfig | string;
  /** Files for other environments, by name. An environment without a file is closed to every crawler. */
  readonly environments?: Readonly<Record<string, RobotsConfig | string>>;
  /** The environment being built. Default: {@link deployEnvironment}. Only `production` serves {@link config}. */
  readonly environment?: string;
  /** The URL of production, such as `https://www.example.com/`. If it is set, the linter also checks hosts. */
  readonly url?: string;
  /** `false` skips the linter. */
  readonly lint?: SiteLint | false;
  readonly tests?: readonly SiteTest[];
  /**
   * The robots.txt that production serves now: the site's URL, from which the file is fetched, or the file itself. A
   * production build fails if the new file shuts out a crawler that the deployed file does not shut out, unless {@link
   * closedTo} names the crawler. Other changes are printed.
   */
  readonly deployed?: string | { readonly body: Body };
  /**
   * What to do if {@link deployed} cannot be fetched.
   *
   * @default {'fail'}
   */
  readonly ifUnreachable?: 'fail' | 'warn';
  /**
   * Product tokens of crawlers that the file shuts out on purpose; `*` means every crawler that the file does not
   * name.
   */
  readonly closedTo?: readonly string[];
  /** The registry of crawlers, with your own added: see `registryWith`. Default: the crawlers that this project knows. */
  readonly registry?: AgentIndex;
  /**
   * Cache lifetime of the file in seconds, if this package serves it.
   *
   * @default {3600}
   */
  readonly maxAgeSeconds?: number;
}

/**
 * The environment being built: `VERCEL_ENV` on Vercel, `CONTEXT` on Netlify, otherwise `fallback`. Deploy previews are
 * also built in production mode, so if the mode alone counted, they would get the production file.
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
 * @throws {TypeError | RangeError} If the configuration cannot be written as a robots.txt; see `generate`.
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

/**
 * Replaces line ends and special characters in an environment's name, because the name is external input and must not
 * add records.
 */
function oneLine(name: string): string {
  return name.replaceAll(/[^\w .-]/g, '?') || 'unnamed environment';
}
