/** Findings as JSON: what the library finds, with columns beside the lines. */
import type { Diagnostic } from 'robots-exclusion';
import { documentationOf } from '../documentation.ts';
import { type LintedFile, type Place, placeOf } from './report.ts';

/** One finding; `span` counts octets, columns count characters. */
export type PlacedDiagnostic = Diagnostic &
  Pick<Place, 'column' | 'endLine' | 'endColumn'> & {
    /** Address of the section that documents the rule. */
    readonly documentation: string;
  };

/** The findings of one file. */
export interface FileFindings {
  readonly file: string;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

export function lintJson(files: readonly LintedFile[]): readonly FileFindings[] {
  return files.map(({ name, octets, diagnostics }) => ({
    file: name,
    diagnostics: diagnostics.map((found) => {
      const { code, severity, message, ...rest } = found;
      const { line, column, endLine, endColumn } = placeOf(octets, found);
      const documentation = documentationOf(code);
      return { code, severity, message, ...rest, line, column, endLine, endColumn, documentation };
    }),
  }));
}
