/** Findings as GitHub workflow commands, which annotate the lines of a pull request. */
import { githubCommand } from '../output/github-command.ts';
import { repositoryPath } from '../output/repository-path.ts';
import { type LintedFile, placeOf } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One `::error file=…,line=…::message` a line. */
export function lintGithub(files: readonly LintedFile[]): string[] {
  return files.flatMap(({ name, octets, diagnostics }) =>
    diagnostics.map((diagnostic) => {
      const { line, column, endLine, endColumn } = placeOf(octets, diagnostic);
      const place = {
        file: repositoryPath(name),
        line,
        col: column,
        endLine,
        endColumn,
        title: diagnostic.code,
      };
      return githubCommand(LEVELS[diagnostic.severity], place, diagnostic.message);
    }),
  );
}
