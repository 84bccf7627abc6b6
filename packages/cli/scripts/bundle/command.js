/**
 * Bundles the command as a small entry file and a few further files. Sources that only one subcommand reaches are in
 * separate files. Sources that need the same packages and parts of core share a file, so that the command loads only
 * what it needs when it starts.
 *
 * All packages are bundled except those that are large and rarely needed, which are optional peers of the command.
 * Files that import no such peer are CommonJS, which Node starts faster than ES modules.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { removeOthers } from '../../../../scripts/write-bundle.js';
import { recordedAgentsAsJson } from '../../../core/scripts/bundle/recorded-agents.js';
import { writeCodeCache } from './code-cache.js';
import { writeChunks } from './command-chunks.js';
import { chunkNames } from './command-files.js';
import { writeLicences } from './licences.js';

const CLI = 'packages/cli';
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const LEFT_OUT = Object.keys({ ...dependencies, ...peerDependencies });
const isForeign = (id) => isBuiltin(id) || LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`));

export const sourceOf = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Modules that threads load, by file name. */
export const THREAD_MODULES = {
  'pool-thread': sourceOf('client/src/pool/thread.ts'),
  'batch-tasks': sourceOf('cli/src/batch/threads/tasks.ts'),
  'lsp-tasks': sourceOf('cli/src/lsp/work.ts'),
  'service-tasks': sourceOf('server/src/pool/tasks.ts'),
};

export async function bundleCommand() {
  const input = { main: resolve(CLI, 'src/main.ts'), ...THREAD_MODULES };
  const built = await rolldown({
    input,
    external: isForeign,
    platform: 'node',
    resolve: { conditionNames: ['@robots-exclusion/source', 'node', 'import', 'default'] },
    preserveEntrySignatures: 'allow-extension',
    // The `codeSplitting` groups below decide which source goes into which file.
    checks: { ineffectiveDynamicImport: false },
    plugins: [lazySpawn(), threadModules(), recordedAgentsAsJson()],
  });
  const { output } = await built.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkNames(input, isForeign), debugName: 'what is needed together' }],
    },
  });
  await built.close();
  const names = await writeChunks(output, `${CLI}/lib`);
  removeOthers(`${CLI}/lib`, [...names, writeLicences(output, `${CLI}/lib`)]);
  writeCodeCache();
}

/**
 * Removes commander's import of `node:child_process`, which only subcommands that are separate programs need. This
 * command has none.
 */
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

/** Replaces the name of each module that threads load with the URL of the file that contains the module. */
export function threadModules() {
  const named = /builtModule\('(\.\/[\w-]+)\.js', import\.meta\.url\)/g;
  return {
    name: 'thread-modules',
    transform(code, id) {
      if (!named.test(code)) return null;
      const replaced = code.replaceAll(named, (_, path) => {
        const source = `${resolve(dirname(id), path)}.ts`;
        const found = Object.entries(THREAD_MODULES).find(([, module]) => module === source);
        if (!found) throw new Error(`${id} names ${source} for threads: expected it among THREAD_MODULES`);
        return `new URL('./${found[0]}.js', import.meta.url).href`;
      });
      return { code: replaced, map: null };
    },
  };
}
