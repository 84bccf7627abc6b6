/**
 * The command as it starts: a small entry, and the rest in few files. What only one subcommand reaches is in files of its
 * own; sources that need the same packages and rooms of core share a file, so a start loads nothing that it does not need.
 *
 * All packages are bundled but those that are large and that few need: they are optional peers of the command. Files that
 * import none of these are CommonJS, which Node starts sooner than ES modules.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeCodeCache } from './code-cache.js';
import { writeChunks } from './command-chunks.js';
import { chunkNames } from './command-files.js';
import { writeLicences } from './licences.js';
import { recordedAgentsAsJson } from './recorded-agents.js';
import { removeOthers } from './write.js';

const CLI = 'packages/cli';
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('../../packages/cli/package.json', import.meta.url), 'utf8'),
);
const LEFT_OUT = Object.keys({ ...dependencies, ...peerDependencies });
const isForeign = (id) => isBuiltin(id) || LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`));

export const sourceOf = (path) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));

/** Modules that threads load, by the names of their files. */
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
    // Which file a source is in is decided below.
    checks: { ineffectiveDynamicImport: false },
    plugins: [lazySpawn(), threadModules(), recordedAgentsAsJson()],
  });
  const { output } = await built.generate({
    format: 'esm',
    sourcemap: true,
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

/** Where sources name a module for threads, the file that it becomes. */
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
