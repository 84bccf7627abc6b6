/**
 * Bundles core and the client's policy into one script for the JavaScript engines of the Python package. The script
 * uses no modules and no host globals.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { rolldown } from 'rolldown';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

export async function bundlePython() {
  const file = join(FOLDER, 'src/robots_exclusion/engine/core.js');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await pythonBundle());
}

/**
 * The text of the script.
 *
 * @returns {Promise<string>}
 */
export async function pythonBundle() {
  const built = await rolldown({
    input: join(FOLDER, 'engine/index.ts'),
    platform: 'neutral',
    resolve: {
      conditionNames: ['@robots-exclusion/source', 'import', 'default'],
      mainFields: ['module', 'main'],
      alias: { 'node:crypto': join(FOLDER, 'engine/crypto.ts') },
    },
  });
  const { output } = await built.generate({ format: 'iife', codeSplitting: false });
  await built.close();
  const { code } = await transform(output[0].code, {
    minify: true,
    target: 'es2020',
    // Writes non-ASCII characters unescaped, which halves the size of the tables of domain names. Python reads the
    // script as UTF-8.
    charset: 'utf8',
    legalComments: 'none',
  });
  return code;
}
