/** Bundles the client: a file for each entry, and shared files. */
import { readFileSync } from 'node:fs';
import { removeOthers, writeBundle } from '../../../scripts/write-bundle.js';

const CLIENT = 'packages/client';

export async function bundleClient() {
  const { exports } = JSON.parse(readFileSync(`${CLIENT}/package.json`, 'utf8'));
  // Modules that are loaded by their own address, such as those of threads, stay as compiled.
  const sources = Object.values(exports).flatMap((target) =>
    target.default?.startsWith('./lib/') ? [target['@robots-exclusion/source']] : [],
  );
  const input = Object.fromEntries(
    sources.map((source) => [source.slice('./src/'.length, -'.ts'.length), `${CLIENT}/${source}`]),
  );
  const dir = `${CLIENT}/lib`;
  const names = await writeBundle(
    { input, external: /^[^./]/, preserveEntrySignatures: 'allow-extension' },
    { dir, entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
  );
  removeOthers(dir, names);
}
