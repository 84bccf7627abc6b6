/** Findings as GitHub workflow commands, which annotate the lines of a pull request. */
import { type LintedFile, placeOf } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One `::error file=…,line=…::message` a line. */
export function lintGithub(files: readonly LintedFile[]): string {
  return files
    .flatMap(({ name, octets, diagnostics }) =>
      diagnostics.map((diagnostic) => {
        const { line, column, endLine, endColumn } = placeOf(octets, diagnostic);
        const place = { file: name, line, col: column, endLine, endColumn, title: diagnostic.code };
        const properties = Object.entries(place).map(([key, value]) => `${key}=${property(String(value))}`);
        return `::${LEVELS[diagnostic.severity]} ${properties.join(',')}::${data(diagnostic.message)}\n`;
      }),
    )
    .join('');
}

/** What GitHub's toolkit encodes in the data of a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
