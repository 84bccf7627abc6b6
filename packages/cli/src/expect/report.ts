/** Results of `robots test` in its formats. */

import { counted } from '../output/counted.ts';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { xml } from '../output/xml.ts';
import type { TestResult } from './run-expectations.ts';

/** What failed, each with its reason, and a last line that counts. */
export function testText(results: readonly TestResult[], { style }: Terminal): string {
  const failed = results.filter(({ passed }) => !passed);
  const lines = failed.map(
    ({ test, crawler, url, reason = '' }) =>
      `${style.red('failed')} ${printable(test)}\n  ${printable(crawler.join(', '))} ${printable(url)}\n  ${printable(reason)}\n\n`,
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

function testCase({ crawler, url, expected, passed, reason = '' }: TestResult): string {
  const name = `${crawler.join(', ')} ${expected} ${url}`;
  const failure = passed ? '/>' : `><failure message="${xml(reason)}"/></testcase>`;
  return `    <testcase classname="robots" name="${xml(name)}"${failure}\n`;
}
