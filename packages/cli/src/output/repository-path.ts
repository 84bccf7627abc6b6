/** Names of files for programs that write them with slashes on every system: code hosts, git and SARIF. */
import { sep } from 'node:path';

/** `public\robots.txt` as `public/robots.txt` where the system separates with backslashes. A URL stays as it is. */
export function repositoryPath(name: string, separator: string = sep): string {
  return separator === '/' ? name : name.replaceAll(separator, '/');
}
