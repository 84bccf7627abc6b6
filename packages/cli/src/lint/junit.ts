/** Writes findings as JUnit XML, one test case per file and rule, for CI systems that show test reports. */
import { type JunitSuite, junit } from '../output/junit.ts';
import type { Markup } from '../output/markup.ts';
import type { LintedFile } from './report.ts';

/** A document with one suite per file. A file without findings counts as one passed case. */
export function lintJunit(files: readonly LintedFile[]): Markup {
  return junit('robots lint', files.map(suite));
}

function suite({ name, answer }: LintedFile): JunitSuite {
  const cases = answer.findings.map(({ code, severity, message, line, column }) => {
    const failure = { type: severity, message, text: `${name}:${line}:${column}` };
    return { className: name, name: `${code} at ${line}:${column}`, failure };
  });
  return { name, cases: cases.length === 0 ? [{ className: name, name: 'lint' }] : cases };
}
