/** File names for programs that use slashes on every system: code hosts, git and SARIF. */
import { sep } from 'node:path';

/** `public\robots.txt` as `public/robots.txt` if the system separates with backslashes. A URL is unchanged. */
export function repositoryPath(name: string, separator: string = sep): string {
  return separator === '/' ? name : name.replaceAll(separator, '/');
}
