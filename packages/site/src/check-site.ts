/** Runs all checks before a robots.txt is built. */
import type { Checked } from '@robots-exclusion/client/preflight';
import { type Body, compile, explain, parse, type RobotsDocument } from 'robots-exclusion';
import { hasTokens, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { lint } from 'robots-exclusion/lint';
import { changesOf, closedProblems, closedSearchProblems, shutOutProblems } from './closed.ts';
import { problemText, type SiteProblem } from './problem.ts';
import { robotsOf, type Site, type SiteTest } from './site.ts';

/** Lints the production file. */
const SEVERITIES = ['info', 'warning', 'error'];

/** Line ends written as two characters lose the whole file, so they fail a build even if linting is off. */
const ONLY_LINE_ENDS: Exclude<Site['lint'], false | undefined> = {
  profile: 'lighthouse',
  rules: { 'lighthouse-audit': 'off', 'escaped-line-end': 'error' },
};

/** A leftover from staging fails a build, unless the site's configuration sets another severity. */
const STRICTER = { 'staging-leftover': 'error' } as const;

/**
 * The linter's findings. Findings below the severity `failOn` become warnings. However, `info` findings are dropped
 * unless `failOn` is `info`.
 */
function lintProblems(text: string, { lint: options = {}, url, registry }: Site): SiteProblem[] {
  const { failOn = 'error', profile, rules } = options === false ? ONLY_LINE_ENDS : options;
  const least = SEVERITIES.indexOf(failOn);
  if (least < 0)
    throw new RangeError(`Cannot fail on ${JSON.stringify(failOn)}: expected "error", "warning" or "info"`);
  const findings = lint(text, {
    ...(profile !== undefined && { profile }),
    ...(registry && { registry }),
    rules: { ...(options !== false && STRICTER), ...rules },
    ...(url !== undefined && { robotsUrl: new URL('/robots.txt', url).href }),
  });
  return findings
    .map((found) => ({ ...found, rank: SEVERITIES.indexOf(found.severity) }))
    .filter(({ rank }) => rank >= Math.min(least, 1))
    .map(({ code, message, line, rank }) => ({ code, message, line, isWarning: rank < least }));
}

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
      { check: 'closed', ...(ended(closed) ?? closedCheck(site)) },
      {
        check: 'deployed',
        ...deployedCheck(site, environment, unreachable, isCompared ? others : undefined),
      },
      { check: 'tests', ...(ended(tests) ?? testsCheck(site)) },
      { check: 'lint', ...(ended(lint) ?? lintCheck(site)) },
    ],
    changes: body === undefined ? [] : changesOf(body, production, site),
  };
}

function holds(seen: string): Checked {
  return { outcome: 'holds', seen };
}

function ended(problems: readonly SiteProblem[]): Checked | undefined {
  const failure = problems.find(({ isWarning }) => !isWarning);
  return failure && { outcome: 'fails', seen: failure.message };
}

function closedCheck({ closedTo = [] }: Site): Checked {
  if (closedTo.includes('*')) return { outcome: 'not-applicable', seen: '"closedTo" has "*"' };
  return holds('the file lets a crawler in');
}

/** @param shutOut The crawlers that the file shuts out; undefined if there was no file to compare with. */
function deployedCheck(
  { deployed, closedTo = [] }: Site,
  environment: string,
  [unreachable]: readonly SiteProblem[],
  shutOut: readonly SiteProblem[] | undefined,
): Checked {
  if (deployed === undefined) return { outcome: 'not-applicable', seen: 'no deployed file is named' };
  const others = closedTo.length === 0 ? '' : ', besides those in "closedTo"';
  if (shutOut)
    return ended(shutOut) ?? holds(`the file shuts out nobody that the deployed file lets in${others}`);
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

/**
 * The body of the deployed file. Empty if the site has no robots.txt, because everything is then allowed. Undefined if
 * the configuration does not name a deployed file, or if the file cannot be fetched. A failed fetch is also reported as
 * a problem.
 */
async function deployedBody({
  deployed,
  ifUnreachable = 'fail',
}: Site): Promise<{ body?: Body; problems: SiteProblem[] }> {
  if (deployed === undefined) return { problems: [] };
  if (typeof deployed !== 'string') return { body: deployed.body, problems: [] };
  const { createClient, proxyFromEnvironment } = await import('@robots-exclusion/client');
  const client = createClient({ userAgent: 'robots-exclusion-site', proxy: proxyFromEnvironment });
  try {
    const record = await client.robots(deployed);
    const { outcome, body, robotsUrl = deployed, policyRow } = record;
    const { inPlaceOfRecord } = await import('@robots-exclusion/client/preflight');
    const inPlace = inPlaceOfRecord(record)?.message;
    if (outcome === 'rules' && body && inPlace === undefined) return { body, problems: [] };
    if (outcome === 'no-rules' && inPlace === undefined) return { body: '', problems: [] };
    const message = `Cannot compare with ${robotsUrl}: ${inPlace ?? `${outcome} (${policyRow})`}; to build without comparing, set "ifUnreachable" to "warn"`;
    return { problems: [{ code: 'deployed-unreachable', message, isWarning: ifUnreachable === 'warn' }] };
  } finally {
    await client.close();
  }
}

/**
 * Reports every expectation that is not met.
 *
 * @throws {TypeError | RangeError} If a test names no crawler, or expects nothing.
 */
function testProblems(text: string, { tests = [], registry }: Site): SiteProblem[] {
  const document = parse(text);
  return tests.flatMap((test) => {
    const [allow, disallow] = [listOf(test.allow), listOf(test.disallow)];
    if (allow.length + disallow.length === 0)
      throw new RangeError(`Cannot run the test ${JSON.stringify(test)}: expected "allow" or "disallow"`);
    return crawlersOf(test, registry).flatMap((crawler) => [
      ...allow.flatMap((target) => failure(document, crawler, target, true)),
      ...disallow.flatMap((target) => failure(document, crawler, target, false)),
    ]);
  });
}

function crawlersOf(test: SiteTest, registry: Site['registry']): ResolvedCrawler[] {
  const { crawler = '*', literal = false } = test;
  const names = listOf(crawler);
  if (names.length === 0)
    throw new RangeError(`Cannot run the test ${JSON.stringify(test)}: expected at least one crawler`);
  return names.map((name) => {
    const resolved = resolveCrawler(name, { literal }, registry);
    if (hasTokens(resolved)) return resolved;
    throw new RangeError(
      `Cannot test for ${JSON.stringify(name)}: expected a product token or a User-Agent header`,
    );
  });
}

function failure(
  document: RobotsDocument,
  { who, tokens }: ResolvedCrawler,
  target: string,
  isExpected: boolean,
): SiteProblem[] {
  const { allowed, rule } = explain(compile(document, who), target);
  if (allowed === isExpected) return [];
  const by = rule ? ` by ${rule.text}` : '';
  const message = `${tokens.join(', ')} should ${isExpected ? '' : 'not '}be allowed to fetch ${target}, but is ${allowed ? 'allowed' : 'disallowed'}${by}`;
  return [{ code: 'test-failed', message, ...(rule && { line: rule.line }), isWarning: false }];
}

function listOf(value: string | readonly string[] = []): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
