/** How the command is called from a shell, for the commands that messages suggest. */
import { basename, sep } from 'node:path';

const PACKAGE = '@robots-exclusion/cli';

/**
 * `robots` where it is installed for all folders. Where npx runs it, the shell does not find that name; npx finds it in a
 * project, and otherwise needs the package's, because the npm package `robots` is another one.
 */
export function calledAs(script: string = process.argv[1] ?? ''): string {
  const folders = script.split(sep);
  if (folders.includes('_npx')) return `npx ${PACKAGE}`;
  const isOfProject = folders.at(-2) === '.bin' || basename(script).endsWith('.js');
  return isOfProject ? 'npx robots' : 'robots';
}
