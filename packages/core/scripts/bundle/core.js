/**
 * Bundles core into `packages/core/lib`, beside the declarations in `dist`: one file for each entry, and one for each
 * source directory whose code several entries share. Loaded as 62 separate modules, the main entry took seven times as
 * long. The source maps contain the sources.
 */
import { readFileSync } from 'node:fs';
import { removeOthers, writeBundle } from '../../../../scripts/write-bundle.js';
import { recordedAgentsAsJson } from './recorded-agents.js';

const CORE = 'packages/core';

/**
 * The code that nearly every entry needs, bundled into one file; a program's bundler still drops the parts that the
 * program does not use.
 */
const EVERYWHERE = /\/core\/src\/(?:bytes|parse|patterns|rules|engine|explain)\//;
/**
 * Source directories that several entries use. Each gets its own file, because entries would otherwise export names for
 * each other.
 */
const ROOM =
  /\/core\/src\/(records|interpret|diff|dialects\/(?:engine|urls)|dialects(?=\/define-dialect))\/(?!index\.ts)/;

const DIALECT_LIST = /\/core\/src\/dialects\/(?:index|describe)\.ts/;

const isLite = (source) => source.endsWith('/lite.ts');

export async function bundleCore() {
  const { exports } = JSON.parse(readFileSync(`${CORE}/package.json`, 'utf8'));
  // Sorted, because the order of the entries decides the order of shared code, and so what compression saves.
  const sources = Object.values(exports)
    .flatMap((target) => target['@robots-exclusion/source'] ?? [])
    .sort();
  const names = await bundle(
    sources.filter((source) => !isLite(source)),
    [
      { name: 'core', test: EVERYWHERE },
      { name: 'dialects', test: DIALECT_LIST },
      { name: (id) => fileOf(ROOM.exec(id)?.[1]), test: ROOM, debugName: 'rooms' },
    ],
  );
  // `lite` is bundled separately, so that programs that need only a few kilobytes do not load the shared file.
  const lite = await bundle(sources.filter(isLite), undefined);
  removeOthers(`${CORE}/lib`, [...names, ...lite]);
}

function bundle(entries, groups) {
  const input = Object.fromEntries(
    entries.map((source) => [source.slice('./src/'.length, -'.ts'.length), `${CORE}/${source}`]),
  );
  const preserveEntrySignatures = groups ? 'allow-extension' : 'exports-only';
  return writeBundle(
    { input, external: ['structured-headers'], preserveEntrySignatures, plugins: [recordedAgentsAsJson()] },
    {
      dir: `${CORE}/lib`,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name].js',
      ...(groups && { codeSplitting: { includeDependenciesRecursively: false, groups } }),
    },
  );
}

function fileOf(room) {
  if (room === undefined) return null;
  return room === 'dialects' ? 'dialects-engine' : room.replace('/', '-');
}
