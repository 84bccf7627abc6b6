/** Writes changes as GitHub workflow commands that refer to the lines of the new file that cause the changes. */
import { limited } from '@robots-exclusion/operations/diff';
import { githubCommand } from '../output/github-command.ts';
import { repositoryPath } from '../output/repository-path.ts';
import type { ComparedFiles } from './compared-files.ts';
import { crawlerNames, regionName, ruleName } from './words.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One command per region. If no line of the new file decides a region, its command refers to the whole file. */
export function diffGithub({ newName, report }: ComparedFiles, maxRegions: number): string[] {
  const file = repositoryPath(newName.replace(/^git:[^:]+:/, ''));
  return limited(report, maxRegions).crawlers.flatMap(({ crawlers, regions: changed, isComplete }) => [
    ...changed.map((region) => {
      const { after, before, direction, severity, witness } = region;
      const message = `${crawlerNames(crawlers)}: ${direction} ${regionName(region)}, such as ${witness} (was: ${ruleName(before)}; now: ${ruleName(after)})`;
      return githubCommand(LEVELS[severity], place(file, after?.line, `robots-${direction}`), message);
    }),
    ...(isComplete
      ? []
      : [
          githubCommand(
            'warning',
            place(file, undefined, 'robots-undecided'),
            `${crawlerNames(crawlers)}: not everything could be compared`,
          ),
        ]),
  ]);
}

function place(file: string, line: number | undefined, title: string): Record<string, string | number> {
  return { file, ...(line !== undefined && { line }), title };
}
