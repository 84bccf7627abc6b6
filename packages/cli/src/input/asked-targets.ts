/** Reads the targets of `robots warc` and `robots batch`. */
import { CommandError } from '../command-error.ts';
import { listedLines } from './listed-lines.ts';
import { readWhole } from './read-body.ts';

/** Reads comma-separated targets, or the lines of a file whose name follows `@`. */
export async function askedTargets(list: string | undefined): Promise<readonly string[]> {
  if (list === undefined) return ['/'];
  const targets = list.startsWith('@')
    ? listedLines(new TextDecoder().decode(await readWhole(list.slice(1))))
    : list.split(',').filter(Boolean);
  if (targets.length > 0) return targets;
  throw new CommandError(`Cannot use --targets ${JSON.stringify(list)}: expected paths such as "/,/about"`);
}
