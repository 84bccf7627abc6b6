/** Runs a site's tests on the production file. */
import { compile, explain, parse, type RobotsDocument } from 'robots-exclusion';
import { hasTokens, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import type { SiteProblem } from './problem.ts';
import type { Site, SiteTest } from './site.ts';

/**
 * Reports every expectation that is not met.
 *
 * @throws {TypeError | RangeError} If a test names no crawler, or expects nothing.
 */
export function testProblems(text: string, { tests = [] }: Site): SiteProblem[] {
  const document = parse(text);
  return tests.flatMap((test) => {
    const [allow, disallow] = [listOf(test.allow), listOf(test.disallow)];
    if (allow.length + disallow.length === 0)
      throw new RangeError(`Cannot run the test ${JSON.stringify(test)}: expected "allow" or "disallow"`);
    return crawlersOf(test).flatMap((crawler) => [
      ...allow.flatMap((target) => failure(document, crawler, target, true)),
      ...disallow.flatMap((target) => failure(document, crawler, target, false)),
    ]);
  });
}

function crawlersOf(test: SiteTest): ResolvedCrawler[] {
  const { crawler = '*', literal = false } = test;
  const names = listOf(crawler);
  if (names.length === 0)
    throw new RangeError(`Cannot run the test ${JSON.stringify(test)}: expected at least one crawler`);
  return names.map((name) => {
    const resolved = resolveCrawler(name, { literal });
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
