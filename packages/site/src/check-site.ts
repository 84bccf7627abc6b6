/** Runs all checks before a robots.txt is built. */
import type { Checked } from '@robots-exclusion/client/preflight';
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
  /** How each check ended. Warnings alone do not make it fail. */
  readonly checks: readonly (Checked & { readonly check: 'closed' | 'deployed' | 'tests' | 'lint' })[];
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
  const closed = closedProblems(production, site);
  const others =
    body === undefined ? closedSearchProblems(production, site) : shutOutProblems(body, production, site);
  const [tests, lint] = [testProblems(production, site), lintProblems(production, site)];
  const isCompared = body !== undefined;
  return {
    environment,
    robots: robotsOf(site, environment),
    problems: [...closed, ...others, ...unreachable, ...tests, ...lint],
    checks: [
      { check: 'closed', ...(ended(closed) ?? holds('the file lets a crawler in')) },
      {
        check: 'deployed',
        ...deployedCheck(site, environment, unreachable, isCompared ? others : undefined),
      },
      { check: 'tests', ...(ended(tests) ?? testsCheck(site)) },
      { check: 'lint', ...(ended(lint) ?? lintCheck(site)) },
    ],
    changes: body === undefined ? [] : changesOf(body, production),
  };
}

function holds(seen: string): Checked {
  return { outcome: 'holds', seen };
}

function ended(problems: readonly SiteProblem[]): Checked | undefined {
  const failure = problems.find(({ isWarning }) => !isWarning);
  return failure && { outcome: 'fails', seen: failure.message };
}

/** @param shutOut The crawlers that the file shuts out; undefined if there was no file to compare with. */
function deployedCheck(
  { deployed }: Site,
  environment: string,
  [unreachable]: readonly SiteProblem[],
  shutOut: readonly SiteProblem[] | undefined,
): Checked {
  if (deployed === undefined) return { outcome: 'not-applicable', seen: 'no deployed file is named' };
  if (shutOut) return ended(shutOut) ?? holds('the file shuts out nobody that the deployed file lets in');
  const seen = unreachable?.message ?? `only a build for production compares, not one for ${environment}`;
  return { outcome: 'not-looked-at', seen };
}

function testsCheck({ tests = [] }: Site): Checked {
  if (tests.length === 0) return { outcome: 'not-applicable', seen: 'there are no tests' };
  return holds('every expectation is met');
}

function lintCheck({ lint }: Site): Checked {
  if (lint === false) return { outcome: 'not-looked-at', seen: '"lint" is false' };
  return holds('no finding fails the build');
}

/** Why the build must stop; undefined if it may continue. */
export function failureOf({ problems }: SiteReport): string | undefined {
  const failures = problems.filter(({ isWarning }) => !isWarning);
  if (failures.length === 0) return undefined;
  return `This robots.txt must not be deployed:\n${failures.map((one) => `  ${problemText(one)}`).join('\n')}`;
}
