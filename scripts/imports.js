/** Imports of the sources, as the checks and the picture of the architecture read them. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { filesMatching } from './files.js';

const IMPORT =
  /(?:^|\n|;)\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s*'([^']+)'/gm;

/** Sources of all packages and apps, tests left out: the file, its package's folder, and what it imports. */
export function sources() {
  return filesMatching(/^(?:packages|apps)\/[^/]+\/src\/.*(?<!\.test)\.tsx?$/).map((file) => ({
    file,
    home: file.split('/', 2).join('/'),
    specifiers: specifiersOf(file),
  }));
}

/** A file without its block comments. */
export function codeOf(file) {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
}

/** What a file imports: types and code, at start or later. */
export function specifiersOf(file) {
  return [...codeOf(file).matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);
}

/** The file that a relative import names. */
export function targetOf(file, specifier) {
  return posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
}

/** The name of the package that an import of another package names. */
export function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The room of a file: its first folder (of core's dialects and engine the second, too), or the file itself beside the folders. */
export function roomOf(file) {
  const [first, second, ...deeper] = file.split('/').slice(3);
  return /^packages\/core\/src\/(?:dialects|engine)\/./.test(file) && deeper.length > 0
    ? `${first}/${second}`
    : first;
}
