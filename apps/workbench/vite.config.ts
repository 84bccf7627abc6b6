/** Builds the workbench as static files into the folder from which the service serves them. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { offlinePlugin } from './scripts/offline-plugin.js';

/**
 * Modules that the first view does not need are imported on demand. Modules that are also needed by the first view stay
 * part of it.
 */
const rolldownOptions = { checks: { ineffectiveDynamicImport: false } };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The built page works in any folder of a static host.
  base: './',
  resolve: { conditions: ['@robots-exclusion/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es', rolldownOptions },
  plugins: [offlinePlugin()],
  build: {
    outDir: fileURLToPath(new URL('../../packages/server/workbench', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // An inlined style or picture would require a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions,
  },
});
