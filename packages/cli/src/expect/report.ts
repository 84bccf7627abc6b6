/** Writes the results of `robots test` in its output formats. */

import { counted } from '../output/counted.ts';
import { githubCommand } from '../output/github-command.ts';
import { type JunitCase, junit } from '../output/junit.ts';
import type { Markup } from '../output/markup.ts';
import { tapLines } from '../output/tap.ts';
import type { Terminal } from '../output/terminal.ts';
import type { TestResult } from './run-expectations.ts';

/** The failures with their reasons, and a last line with counts. */
export function testText(results: readonly TestResult[], { style }: Terminal): string[] {
  const failed = results.filter(({ passed }) => !passed);
  const lines = failed.flatMap(({ test, crawler, dialect, url, reason = '' }) => [
    `${style.red('failed')} ${test}`,
    `  ${crawler.tokens.join(', ')} ${url}${inDialect(dialect)}`,
    `  ${reason}`,
    '',
  ]);
  const passed = results.length - failed.length;
  return [
    ...lines,
    `${counted(passed, 'expectation')} held, ${failed.length === 0 ? 'none' : failed.length} failed`,
  ];
}

/** JUnit XML with one suite per test, and one case per crawler and URL. */
export function testJunit(results: readonly TestResult[]): Markup {
  const suites = [...grouped(results)].map(([name, cases]) => ({ name, cases: cases.map(testCase) }));
  return junit('robots test', suites);
}

function grouped(results: readonly TestResult[]): Map<string, TestResult[]> {
  const groups = new Map<string, TestResult[]>();
  for (const result of results) groups.set(result.test, [...(groups.get(result.test) ?? []), result]);
  return groups;
}

function testCase(result: TestResult): JunitCase {
  const { passed, reason: message = '' } = result;
  return { className: 'robots', name: caseName(result), ...(!passed && { failure: { message } }) };
}

export function testGithub(results: readonly TestResult[], file: string): string[] {
  return results
    .filter(({ passed }) => !passed)
    .map((result) => {
      const { test, line, reason = '' } = result;
      return githubCommand('error', { file, line, title: test }, `${caseName(result)}: ${reason}`);
    });
}

/** TAP version 13 with one test point per crawler and URL. */
export function testTap(results: readonly TestResult[]): string[] {
  return tapLines(
    results.map((result) => {
      const { test, line, passed, reason: message = '' } = result;
      const name = `${test}: ${caseName(result)}`;
      return { isOk: passed, name, ...(!passed && { diagnostics: { message, line } }) };
    }),
  );
}

function caseName({ crawler, expected, url, dialect }: TestResult): string {
  return `${crawler.tokens.join(', ')} ${expected} ${url}${inDialect(dialect)}`;
}

function inDialect(dialect: string | undefined): string {
  return dialect === undefined ? '' : ` (read as ${dialect})`;
}
