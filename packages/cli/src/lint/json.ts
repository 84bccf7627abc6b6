/** Writes findings as JSON: the operation's result for each file. */
import type { LintAnswer } from '@robots-exclusion/operations/lint';
import type { LintedFile } from './report.ts';

export function lintJson(files: readonly LintedFile[]): readonly LintAnswer[] {
  return files.map(({ name, answer }) => ({ ...answer, evidence: { source: name } }));
}
