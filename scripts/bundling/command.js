/**
 * The command as it starts: a small entry, and the rest in few files. What only one subcommand reaches is in files of its
 * own; sources that need the same packages and rooms of core share a file, so a start loads nothing that it does not need.
 *
 * Core and commander are bundled. Files that import no other package are CommonJS, which Node starts sooner than ES
 * modules: `check --robots`, `batch` and `lint` load no others.
 */
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { writeCodeCache } from './code-cache.js';
import { writeChunks } from './command-chunks.js';
import { chunkNames } from './command-files.js';
import { recordedAgentsAsJson } from './recorded-agents.js';
import { removeOthers } from './write.js';

const CLI = 'packages/cli';
/** Small, without packages of their own, and needed by nearly every subcommand. */
const BUNDLED =
  /^(?:robots-exclusion(?:\/.*)?|@robots-exclusion\/client\/(?:url|presets|in-order|within|next-step)|@robots-exclusion\/operations\/(?:check|evaluate|shared)|commander|lru-cache|structured-headers)$/;
const isForeign = (id) => /^[^./\0]/.test(id) && !BUNDLED.test(id);

export async function bundleCommand() {
  const input = { main: resolve(CLI, 'src/main.ts'), 'work-thread': resolve(CLI, 'src/lsp/work-thread.ts') };
  const built = await rolldown({
    input,
    external: isForeign,
    platform: 'node',
    resolve: { conditionNames: ['@robots-exclusion/source', 'node', 'import', 'default'] },
    preserveEntrySignatures: 'allow-extension',
    // Which file a source is in is decided below.
    checks: { ineffectiveDynamicImport: false },
    plugins: [lazySpawn(), recordedAgentsAsJson()],
  });
  const { output } = await built.generate({
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkNames(Object.values(input), isForeign), debugName: 'what is needed together' }],
    },
  });
  await built.close();
  removeOthers(`${CLI}/lib`, await writeChunks(output, `${CLI}/lib`));
  writeCodeCache();
}

/** Commander loads what starts processes, for subcommands that are programs of their own. There are none. */
function lazySpawn() {
  const eager = "const childProcess = require('node:child_process');";
  return {
    name: 'lazy-spawn',
    transform(code, id) {
      if (!id.endsWith('/commander/lib/command.js')) return null;
      if (!code.includes(eager)) throw new Error(`Cannot find ${eager} in ${id}: has commander changed?`);
      return { code: code.replace(eager, 'const childProcess = undefined;'), map: null };
    },
  };
}
