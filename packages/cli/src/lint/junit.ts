/** Findings as JUnit XML, one test case a file and rule, for CI systems that show test reports. */
import { xml } from '../output/xml.ts';
import { type LintedFile, placeOf } from './report.ts';

/** A document of one suite a file; a file without findings is one passed case. */
export function lintJunit(files: readonly LintedFile[]): string {
  const suites = files.map(suite).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="robots lint">\n${suites}</testsuites>\n`;
}

function suite({ name, octets, diagnostics }: LintedFile): string {
  const cases = diagnostics.map((diagnostic) => {
    const { line, column } = placeOf(octets, diagnostic);
    const at = `${name}:${line}:${column}`;
    const message = xml(diagnostic.message);
    const failure = `<failure type="${diagnostic.severity}" message="${message}">${xml(at)}</failure>`;
    return `    <testcase classname="${xml(name)}" name="${diagnostic.code} at ${line}:${column}">${failure}</testcase>\n`;
  });
  const body = cases.length === 0 ? `    <testcase classname="${xml(name)}" name="lint"/>\n` : cases.join('');
  const tests = Math.max(1, cases.length);
  return `  <testsuite name="${xml(name)}" tests="${tests}" failures="${cases.length}">\n${body}  </testsuite>\n`;
}
