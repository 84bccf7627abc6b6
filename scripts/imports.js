/** Reads the imports of the sources, for the checks and the pictures of the architecture. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { filesMatching } from './files.js';

const IMPORT =
  /(?:^|\n|;)\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s*'([^']+)'/gm;

/** Sources of all packages and apps, without tests: each file, its package's folder, and its imports. */
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

/** The imports of a file: types and code, static and dynamic. */
export function specifiersOf(file) {
  return [...codeOf(file).matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);
}

/** The file to which a relative import refers. */
export function targetOf(file, specifier) {
  return posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
}

/** The name of the package that an import of another package names. */
export function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * The room of a file: its first folder, or the file itself if it is in none. In core's dialects and engine, the room
 * also includes the second folder.
 */
export function roomOf(file) {
  const [first, second, ...deeper] = file.split('/').slice(3);
  return /^packages\/core\/src\/(?:dialects|engine)\/./.test(file) && deeper.length > 0
    ? `${first}/${second}`
    : first;
}
