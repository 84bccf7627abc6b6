/** The workbench as static files, put where the service takes them from. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { offlinePlugin } from './scripts/offline-plugin.js';

/** What the first view does not need is imported on demand, and what it shares with that stays where it is. */
const rolldownOptions = { checks: { ineffectiveDynamicImport: false } };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Any folder of a static host works.
  base: './',
  resolve: { conditions: ['@robots-exclusion/source', 'module', 'browser', 'import', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es', rolldownOptions },
  plugins: [offlinePlugin()],
  build: {
    outDir: fileURLToPath(new URL('../../packages/server/workbench', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // A style or picture inside of a script or a page would need a weaker policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions,
  },
});
