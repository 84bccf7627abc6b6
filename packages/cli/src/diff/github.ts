/** Writes changes as GitHub workflow commands that refer to the lines of the new file that cause the changes. */
import { limited } from '@robots-exclusion/operations/diff';
import { githubCommand } from '../output/github-command.ts';
import { repositoryPath } from '../output/repository-path.ts';
import type { ComparedFiles } from './compared-files.ts';
import { edgeText, isInBlock } from './edge-block.ts';
import { crawlerNames, regionName, ruleName } from './words.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** One command per region. If no line of the new file decides a region, its command refers to the whole file. */
export function diffGithub({ oldName, newName, report, edge }: ComparedFiles, maxRegions: number): string[] {
  // A served file has no lines in the repository, so that the other file's are named.
  const isServed = isUrl(newName) && !isUrl(oldName);
  const file = repositoryPath((isServed ? oldName : newName).replace(/^git:[^:]+:/, ''));
  const changes = limited(report, maxRegions).crawlers.flatMap(
    ({ crawlers, regions: changed, isComplete }) => [
      ...changed.map((region) => {
        const { after, before, direction, severity, witness } = region;
        const message = `${crawlerNames(crawlers)}: ${direction} ${regionName(region)}, such as ${witness} (was: ${ruleName(before)}; now: ${ruleName(after)}${isInBlock(edge, 'after', after) ? `, by ${edge?.by}` : ''})`;
        const line = isServed ? before?.line : after?.line;
        return githubCommand(LEVELS[severity], place(file, line, `robots-${direction}`), message);
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
    ],
  );
  const note = edge && githubCommand('notice', place(file, undefined, 'robots-edge'), edgeText(edge));
  return [...(note ? [note] : []), ...changes];
}

function isUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

function place(file: string, line: number | undefined, title: string): Record<string, string | number> {
  return { file, ...(line !== undefined && { line }), title };
}
