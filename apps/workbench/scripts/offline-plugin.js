/**
 * Writes the service worker, `sw.js`, beside the built page. It contains the list of the page's files, and a version
 * derived from the file names. The version changes with the content, because names below `assets/` contain a hash of
 * it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/service-worker.js', import.meta.url));
const publicFiles = ['icon.svg', 'app.webmanifest'];

/** @returns {import('vite').Plugin} */
export function offlinePlugin() {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = [
          './',
          ...Object.keys(bundle).filter((name) => name !== 'index.html'),
          ...publicFiles,
        ].sort();
        const page = bundle['index.html'];
        const hash = createHash('sha256').update(files.join('\n'));
        if (page?.type === 'asset') hash.update(page.source);
        const worker = readFileSync(source, 'utf8')
          .replace('__VERSION__', hash.digest('base64url').slice(0, 12))
          .replace('__FILES__', JSON.stringify(files).replaceAll("'", "\\'"));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker });
      },
    },
  };
}
