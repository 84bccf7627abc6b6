/** `robots batch` with everything that it loads in one file, for clusters whose workers have Node and nothing else. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

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
    // What packages of CommonJS expect around them.
    banner: {
      js: "import { createRequire as robotsRequire } from 'node:module';const require = robotsRequire(import.meta.url);",
    },
  });
}
