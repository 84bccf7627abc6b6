/** Determines how the user calls the command from a shell, so that messages can suggest commands that work. */
import { basename, sep } from 'node:path';

const PACKAGE = '@robots-exclusion/cli';

/**
 * The command to type in a shell: `robots` if it is installed globally, `npx robots` in a project, or `npx` with this
 * package's name if npx downloaded it, because the npm package `robots` is unrelated.
 */
export function calledAs(script: string = process.argv[1] ?? ''): string {
  const folders = script.split(sep);
  if (folders.includes('_npx')) return `npx ${PACKAGE}`;
  const isOfProject = folders.at(-2) === '.bin' || basename(script).endsWith('.js');
  return isOfProject ? 'npx robots' : 'robots';
}
