/** Converts file names for programs that use slashes on every system, such as code hosts, git and SARIF tools. */
import { sep } from 'node:path';

/** Turns `public\robots.txt` into `public/robots.txt` if the system uses backslashes. A URL is unchanged. */
export function repositoryPath(name: string, separator: string = sep): string {
  return separator === '/' ? name : name.replaceAll(separator, '/');
}
