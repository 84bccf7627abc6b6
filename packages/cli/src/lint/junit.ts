/** Writes findings as JUnit XML, one test case per file and rule, for CI systems that show test reports. */
import { type JunitSuite, junit } from '../output/junit.ts';
import type { Markup } from '../output/markup.ts';
import type { LintedFile } from './report.ts';

/**
 * A document with one suite per file. A file without findings counts as one passed case. A finding of the severity
 * `info` does not fail the command, so its case passes.
 */
export function lintJunit(files: readonly LintedFile[]): Markup {
  return junit('robots lint', files.map(suite));
}

function suite({ name, answer }: LintedFile): JunitSuite {
  const cases = answer.findings.map(({ code, severity, message, line, column }) => {
    const named = { className: name, name: `${code} at ${line}:${column}` };
    if (severity === 'info') return { ...named, remark: message };
    return { ...named, failure: { type: severity, message, text: `${name}:${line}:${column}` } };
  });
  return { name, cases: cases.length === 0 ? [{ className: name, name: 'lint' }] : cases };
}
