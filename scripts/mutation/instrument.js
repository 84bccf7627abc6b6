/** Puts all mutants of a room into copies of its sources: Stryker's instrumenter, each mutant behind a switch. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Rewrites the sources below `paths` of `copy`.
 *
 * @returns the mutants: each has an id, a file name, a location and a replacement
 */
export async function instrument({ tools, copy, paths }) {
  const { createInjector } = await load(tools, 'typed-inject');
  const { createInstrumenter } = await load(tools, '@stryker-mutator/instrumenter');
  const silent = Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
  );
  const logger = { ...silent, isDebugEnabled: () => false };
  const instrumenter = createInjector().provideValue('logger', logger).injectFunction(createInstrumenter);
  const named = paths.flatMap((path) => sourcesBelow(join(copy, path)));
  const sources = named.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { plugins: null, ignorers: [], excludedMutations: [] };
  const { files, mutants } = await instrumenter.instrument(sources, options);
  for (const { name, content } of files) writeFileSync(name, `// @ts-nocheck\n${content}`);
  return mutants.map(({ id, fileName, location, replacement, mutatorName }) => ({
    ...{ id, location, replacement, mutatorName },
    file: fileName.slice(copy.length + 1),
  }));
}

function load(tools, name) {
  const { resolve } = createRequire(join(tools, 'package.json'));
  return import(pathToFileURL(resolve(name)).href);
}

function sourcesBelow(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => {
    if (name.endsWith('.test.ts')) return [];
    return statSync(join(path, name)).isDirectory() || name.endsWith('.ts')
      ? sourcesBelow(join(path, name))
      : [];
  });
}
