/** Bundles `robots batch` with all its dependencies into one file, for clusters whose workers only have Node. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

export async function bundleBatch() {
  await build({
    entryPoints: [join(ROOT, 'integrations/spark/src/robots-batch.ts')],
    outfile: join(ROOT, 'packages/cli/lib/robots-batch.mjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    conditions: ['@robots-exclusion/source'],
    legalComments: 'none',
    logLevel: 'error',
    // Defines globals that CommonJS packages expect.
    banner: {
      js: "import { createRequire as robotsRequire } from 'node:module';const require = robotsRequire(import.meta.url);",
    },
  });
}
