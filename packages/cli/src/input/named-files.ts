/**
 * Finds the files that arguments name: a folder stands for every robots.txt below it, a pattern for the files that
 * match.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { statOrNone } from './read-body.ts';

/** Folders that are skipped, because they contain third-party files. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * The files, each once, in the order of the arguments and by name within a folder. Other arguments, such as URLs, revisions and
 * missing files, are returned unchanged.
 *
 * @throws {CommandError} If a folder or a pattern names no file.
 */
export function namedFiles(names: readonly string[]): string[] {
  const files = names.flatMap((name) => {
    if (/^[a-z][a-z0-9+.-]+:/i.test(name) || name === '-') return [name];
    const found = statOrNone(name);
    if (found?.isDirectory()) return orRefuse(name, 'a robots.txt in it', robotsBelow(name));
    if (found || !/[*?]/.test(name)) return [name];
    return orRefuse(name, 'a pattern that matches a file', matching(name));
  });
  return [...new Set(files)];
}

function orRefuse(name: string, expected: string, files: string[]): string[] {
  if (files.length > 0) return files;
  throw new CommandError(`Cannot find a file for ${JSON.stringify(name)}: expected ${expected}`);
}

function robotsBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : robotsBelow(path);
    return entry.name === 'robots.txt' ? [path] : [];
  });
}

/** The entries of a folder; none if it cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Files that match a pattern: `*` and `?` match within a name, `**` matches any number of folders. */
function matching(pattern: string): string[] {
  const [first = '', ...rest] = pattern.replaceAll('\\', '/').split('/');
  const root = first === '' ? '/' : '';
  const parts = first === '' ? rest : [first, ...rest];
  return [...new Set(below(root, parts))];
}

function below(folder: string, [part, ...rest]: readonly string[]): string[] {
  if (part === undefined) return [];
  if (part !== '**' && !/[*?]/.test(part)) {
    const path = join(folder, part);
    if (rest.length > 0) return below(path, rest);
    return statOrNone(path)?.isFile() ? [path] : [];
  }
  const entries = entriesOf(folder || '.');
  if (part === '**') {
    const folders = entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
    return [
      ...below(folder, rest),
      ...folders.flatMap(({ name }) => below(join(folder, name), [part, ...rest])),
    ];
  }
  return entries
    .filter(({ name }) => isLike(name, part) && (part.startsWith('.') || !name.startsWith('.')))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (rest.length === 0) return entry.isFile() ? [path] : [];
      return entry.isDirectory() ? below(path, rest) : [];
    });
}

/**
 * Whether a name matches a pattern. Backtracks only to the last `*`, so the work is at most the product of both
 * lengths.
 */
function isLike(name: string, pattern: string): boolean {
  let [at, wanted, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[wanted] === '*') [star, from] = [wanted++, at];
    else if (pattern[wanted] === '?' || pattern[wanted] === name[at]) {
      at++;
      wanted++;
    } else if (star >= 0) {
      wanted = star + 1;
      at = ++from;
    } else return false;
  }
  while (pattern[wanted] === '*') wanted++;
  return wanted === pattern.length;
}
