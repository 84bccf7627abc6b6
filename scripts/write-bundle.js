/** Writes rolldown's output, and removes files of earlier builds. */
import { readdirSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Replaces files one by one and never empties the folder, so that a process that starts meanwhile finds its files.
 *
 * @returns The names of the files, relative to `dir`.
 */
export async function writeBundle(input, { dir, ...output }) {
  const built = await rolldown(input);
  const written = await built.write({ dir, format: 'esm', sourcemap: true, ...output });
  await built.close();
  return written.output.map(({ fileName }) => fileName);
}

/** Removes the files of `dir` that are not named. */
export function removeOthers(dir, names) {
  const expected = new Set(names);
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = posix.join(entry.parentPath.split('\\').join('/'), entry.name);
    if (!expected.has(posix.relative(dir, file))) rmSync(file);
  }
}
