/** Writes bundles with rolldown, and removes files of earlier builds. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { rolldown } from 'rolldown';
import { writeLicences } from '../packages/cli/scripts/bundle/licences.js';

/**
 * Replaces files one by one and never empties the folder, so that a process that starts during a build finds the files
 * that it loads.
 *
 * @returns The names of the files, relative to `dir`.
 */
export async function writeBundle(input, { dir, ...output }) {
  const built = await rolldown(input);
  const written = await built.write({ dir, format: 'esm', sourcemap: true, ...output });
  await built.close();
  const foreign = written.output.filter(({ name }) => name === INCLUDED);
  for (const { fileName } of foreign) dropSourceMap(posix.join(dir, fileName));
  const names = written.output.map(({ fileName }) => fileName);
  const kept = names.filter((name) => foreign.every(({ fileName }) => name !== `${fileName}.map`));
  return foreign.length === 0 ? kept : [...kept, writeLicences(written.output, dir)];
}

/** The file of a bundle that contains packages of others. Its source map would be larger than the file. */
const INCLUDED = 'parsers';

function dropSourceMap(file) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
}

/**
 * Bundles a package into its folder `lib`. The bundle has one file for each entry that the manifest places in `lib`,
 * and files that entries share.
 *
 * @param {string} folder
 * @param {readonly string[]} programs Sources that are started as processes by their file URL.
 * @param {RegExp} included Packages that the bundle contains, so that users need not install them.
 */
export async function bundlePackage(folder, programs = [], included = /(?!)/) {
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  // Skips other entries, such as those that load modules of threads, because the files that `tsc` compiled are used for
  // them.
  const sources = Object.values(exports).flatMap((target) =>
    target.default?.startsWith('./lib/') ? [target['@robots-exclusion/source']] : [],
  );
  const input = {
    ...Object.fromEntries(
      sources.map((source) => [source.slice('./src/'.length, -'.ts'.length), `${folder}/${source}`]),
    ),
    // Programs are placed beside the file that starts them.
    ...Object.fromEntries(programs.map((source) => [posix.basename(source, '.ts'), `${folder}/${source}`])),
  };
  const dir = `${folder}/lib`;
  const external = (id) => /^[^./]/.test(id) && !included.test(id);
  const groups = [{ name: INCLUDED, test: /[\\/]node_modules[\\/]/ }];
  const names = await writeBundle(
    { input, external, preserveEntrySignatures: 'allow-extension' },
    { dir, entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js', codeSplitting: { groups } },
  );
  removeOthers(dir, names);
}

export function removeOthers(dir, names) {
  const expected = new Set(names);
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = posix.join(entry.parentPath.split('\\').join('/'), entry.name);
    if (!expected.has(posix.relative(dir, file))) rmSync(file);
  }
}
