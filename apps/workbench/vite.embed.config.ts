/** Builds `<robots-ask>` as a single file, `robots-ask.js`, beside the page. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { fewWordsOfAgents, scanOnly } from '../../packages/core/scripts/bundle/few-words.js';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  resolve: { conditions: ['@robots-exclusion/source', 'module', 'browser', 'import', 'default'] },
  plugins: [fewWordsOfAgents({ withNotes: true }), scanOnly()],
  build: {
    outDir: fileURLToPath(new URL('../../packages/server/workbench', import.meta.url)),
    // The folder already contains the built page.
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: fileURLToPath(new URL('./src/embed/robots-ask.ts', import.meta.url)),
      formats: ['es'],
      fileName: () => 'robots-ask.js',
    },
  },
});
