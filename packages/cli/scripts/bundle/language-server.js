/** Bundles `robots lsp` and all its dependencies into files that an editor extension includes. */
import { isBuiltin } from 'node:module';
import { rolldown } from 'rolldown';
import { recordedAgentsAsJson } from '../../../core/scripts/bundle/recorded-agents.js';
import { sourceOf, THREAD_MODULES, threadModules } from './command.js';

/** Returns the contents of the files, by file name. The program is `server.js`. */
export async function bundleLanguageServer() {
  const { 'pool-thread': thread, 'lsp-tasks': tasks } = THREAD_MODULES;
  const built = await rolldown({
    input: { server: sourceOf('cli/src/lsp/main.ts'), 'pool-thread': thread, 'lsp-tasks': tasks },
    external: isBuiltin,
    platform: 'node',
    resolve: { conditionNames: ['@robots-exclusion/source', 'node', 'import', 'default'] },
    plugins: [threadModules(), recordedAgentsAsJson()],
  });
  const { output } = await built.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  await built.close();
  return Object.fromEntries(output.map(({ fileName, code }) => [fileName, code]));
}
