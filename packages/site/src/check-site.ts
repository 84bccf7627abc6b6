/** Runs all checks before a robots.txt is built. */
import { changesOf, closedProblems, closedSearchProblems, shutOutProblems } from './closed.ts';
import { deployedBody } from './deployed.ts';
import { lintProblems } from './lint-site.ts';
import { problemText, type SiteProblem } from './problem.ts';
import { robotsOf, type Site } from './site.ts';
import { testProblems } from './test-site.ts';

/** The file to build, and its problems. */
export interface SiteReport {
  readonly environment: string;
  /** The text that this environment serves. */
  readonly robots: string;
  readonly problems: readonly SiteProblem[];
  /** The changes for crawlers since the deployed file, one sentence each. */
  readonly changes: readonly string[];
}

/**
 * Checks the production file of a site. This happens in the builds of all environments, so that a mistake is found
 * before it reaches production. Only a production build also compares the file with the deployed file, and only this
 * step may use the network.
 *
 * @throws {TypeError | RangeError} If the configuration cannot be written as a robots.txt, or the linter's settings
 * or a test are invalid.
 * @example
 * ```ts
 * const report = await checkSite({ config: 'User-agent: *\nDisallow: /\n' }, 'production');
 * report.problems[0]?.code; // 'site-closed'
 * ```
 */
export async function checkSite(site: Site, environment: string): Promise<SiteReport> {
  const production = robotsOf(site, 'production');
  const { body, problems: unreachable } =
    environment === 'production' ? await deployedBody(site) : { body: undefined, problems: [] };
  return {
    environment,
    robots: robotsOf(site, environment),
    problems: [
      ...closedProblems(production, site),
      ...(body === undefined
        ? closedSearchProblems(production, site)
        : shutOutProblems(body, production, site)),
      ...unreachable,
      ...testProblems(production, site),
      ...lintProblems(production, site),
    ],
    changes: body === undefined ? [] : changesOf(body, production),
  };
}

/** Why the build must stop; undefined if it may continue. */
export function failureOf({ problems }: SiteReport): string | undefined {
  const failures = problems.filter(({ isWarning }) => !isWarning);
  if (failures.length === 0) return undefined;
  return `This robots.txt must not be deployed:\n${failures.map((one) => `  ${problemText(one)}`).join('\n')}`;
}
