/** Writes findings as GitHub workflow commands, which annotate the lines of a pull request. */
import { githubCommand } from '../output/github-command.ts';
import { repositoryPath } from '../output/repository-path.ts';
import type { LintedFile } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One `::error file=…,line=…::message` per line. */
export function lintGithub(files: readonly LintedFile[]): string[] {
  return files.flatMap(({ name, answer }) =>
    answer.findings.map((finding) => {
      const { code, severity, message, line, column, endLine, endColumn } = finding;
      const place = {
        file: repositoryPath(name),
        line,
        col: column,
        endLine,
        endColumn,
        title: code,
      };
      return githubCommand(LEVELS[severity], place, message);
    }),
  );
}
