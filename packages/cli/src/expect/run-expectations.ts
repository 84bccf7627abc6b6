/** Checks a robots.txt against expectations. */
import { verdictReason } from '@robots-exclusion/operations/reason';
import { plainText } from '@robots-exclusion/operations/words';
import { compile, explain, parse, type RobotsDocument, type Verdict } from 'robots-exclusion';
import { type CrawlerDescription, describeCrawler, type ResolvedCrawler } from 'robots-exclusion/agents';
import { withoutUserInformation } from 'robots-exclusion/print';
import { usagePreferences } from 'robots-exclusion/usage';
import type { Expectation } from './expectations.ts';

/** The result for one URL and one crawler of a test. */
export interface TestResult {
  readonly test: string;
  /** Where the test begins in the expectations file. */
  readonly line: number;
  readonly dialect?: string;
  readonly crawler: CrawlerDescription;
  readonly url: string;
  readonly expected: 'allow' | 'disallow';
  readonly passed: boolean;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** One result for each crawler and URL, in file order. */
export function runExpectation(body: Uint8Array, test: Expectation): TestResult[] {
  const document = parse(body, { ...(test.dialect && { dialect: test.dialect }) });
  const urls = [
    ...test.allow.map((url) => ({ url, expected: 'allow' as const })),
    ...test.disallow.map((url) => ({ url, expected: 'disallow' as const })),
  ];
  return test.crawlers.flatMap((crawler) =>
    urls.map(({ url, expected }) => runOne(document, test, crawler, url, expected)),
  );
}

function runOne(
  document: RobotsDocument,
  test: Expectation,
  crawler: ResolvedCrawler,
  url: string,
  expected: 'allow' | 'disallow',
): TestResult {
  const description = describeCrawler(document, crawler);
  const verdict = explain(compile(document, crawler.who), url);
  const reason =
    wrongVerdict(verdict, expected, description) ?? wrongUsage(document, test, crawler, url, verdict);
  return {
    test: test.name,
    line: test.line,
    ...(test.dialect && { dialect: test.dialect.name }),
    crawler: description,
    url: withoutUserInformation(url),
    expected,
    passed: reason === undefined,
    verdict,
    ...(reason !== undefined && { reason }),
  };
}

function wrongVerdict(
  verdict: Verdict,
  expected: 'allow' | 'disallow',
  { followsGroup, exemptFromStar, literal, note }: CrawlerDescription,
): string | undefined {
  const { allowed, because } = verdict;
  if (because === 'unreadable') return `expected ${expected}, but there is no verdict: ${verdict.note}`;
  if (allowed === (expected === 'allow')) return undefined;
  const rests = followsGroup !== undefined || exemptFromStar || literal ? ` (${note})` : '';
  return `expected ${expected}, but it is ${allowed ? 'allowed' : 'disallowed'}${reasonText(verdict)}${rests}`;
}

/** The deciding rule, as shown after the verdict. */
function reasonText(verdict: Verdict): string {
  const { why, quoted } = verdictReason(verdict);
  return quoted === undefined ? `: ${plainText(why)}` : ` by ${plainText(why)}: ${quoted}`;
}

function wrongUsage(
  document: RobotsDocument,
  { usage }: Expectation,
  { who }: ResolvedCrawler,
  url: string,
  { allowed }: Verdict,
): string | undefined {
  if (usage.size === 0 || !allowed) return undefined;
  const preferences = new Map(Object.entries(usagePreferences(document, who, url)));
  for (const [category, expected] of usage) {
    const stated = preferences.get(category);
    if (stated === undefined) return `expected ${category}: ${expected}, but there is no such category`;
    if (stated !== expected) return `expected ${category}: ${expected}, but it is ${stated}`;
  }
  return undefined;
}
