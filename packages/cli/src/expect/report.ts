/** Results of `robots test` in its formats. */

import { counted } from '../output/counted.ts';
import { githubCommand } from '../output/github-command.ts';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { xml } from '../output/xml.ts';
import type { TestResult } from './run-expectations.ts';

/** What failed, each with its reason, and a last line that counts. */
export function testText(results: readonly TestResult[], { style }: Terminal): string {
  const failed = results.filter(({ passed }) => !passed);
  const lines = failed.map(
    ({ test, crawler, dialect, url, reason = '' }) =>
      `${style.red('failed')} ${printable(test)}\n  ${printable(crawler.join(', '))} ${printable(url)}${inDialect(dialect)}\n  ${printable(reason)}\n\n`,
  );
  const passed = results.length - failed.length;
  return `${lines.join('')}${counted(passed, 'expectation')} held, ${failed.length === 0 ? 'none' : failed.length} failed\n`;
}

/** JUnit XML: one suite a test, one case a crawler and URL. */
export function testJunit(results: readonly TestResult[]): string {
  const suites = grouped(results);
  const parts = [...suites].map(([name, cases]) => {
    const failures = cases.filter(({ passed }) => !passed).length;
    return `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}">\n${cases.map(testCase).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="robots test">\n${parts.join('')}</testsuites>\n`;
}

function grouped(results: readonly TestResult[]): Map<string, TestResult[]> {
  const groups = new Map<string, TestResult[]>();
  for (const result of results) groups.set(result.test, [...(groups.get(result.test) ?? []), result]);
  return groups;
}

function testCase(result: TestResult): string {
  const { passed, reason = '' } = result;
  const name = caseName(result);
  const failure = passed ? '/>' : `><failure message="${xml(reason)}"/></testcase>`;
  return `    <testcase classname="robots" name="${xml(name)}"${failure}\n`;
}

/** What failed as GitHub workflow commands, at the line of its test in the expectations. */
export function testGithub(results: readonly TestResult[], file: string): string {
  return results
    .filter(({ passed }) => !passed)
    .map((result) => {
      const { test, line, reason = '' } = result;
      return githubCommand('error', { file, line, title: test }, `${caseName(result)}: ${reason}`);
    })
    .join('');
}

/** TAP version 14: one point a crawler and URL. */
export function testTap(results: readonly TestResult[]): string {
  const points = results.map((result, index) => {
    const { test, line, passed, reason = '' } = result;
    const point = `${passed ? '' : 'not '}ok ${index + 1} - ${tap(`${test}: ${caseName(result)}`)}\n`;
    if (passed) return point;
    return `${point}  ---\n  message: ${JSON.stringify(printable(reason))}\n  line: ${line}\n  ...\n`;
  });
  return `TAP version 14\n1..${results.length}\n${points.join('')}`;
}

/** A "#" would begin a directive such as "# SKIP". */
function tap(text: string): string {
  return printable(text.replace(/\s+/g, ' ')).replace(/[\\#]/g, '\\$&');
}

function caseName({ crawler, expected, url, dialect }: TestResult): string {
  return `${crawler.join(', ')} ${expected} ${url}${inDialect(dialect)}`;
}

function inDialect(dialect: string | undefined): string {
  return dialect === undefined ? '' : ` (read as ${dialect})`;
}
