/**
 * Rolls up the declarations of an unpacked package into one file per entry and one file for shared declarations. The
 * checkout keeps a file per module, because TypeScript's project references need them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** Replaces the declarations below `folder`; entries keep their paths. A package without types is unchanged. */
export async function rollUpDeclarations(folder) {
  const entries = declaredEntries(folder);
  if (entries.length === 0) return;
  const built = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map((file) => [file.slice('./dist/'.length, -'.d.ts'.length), file])),
    external: /^[^./]/,
    // Omits debug information, which would contain paths of this machine.
    experimental: { attachDebugInfo: 'none' },
    checks: { pluginTimings: false },
    plugins: [dts({ dtsInput: true })],
  });
  const { output } = await built.generate({
    format: 'esm',
    minifyInternalExports: false,
    chunkFileNames: 'shared/[name].d.ts',
    codeSplitting: { groups: [{ name: 'types', minShareCount: 2 }] },
  });
  await built.close();
  removeDeclarations(join(folder, 'dist'));
  // Skips the bundler's helper, which nothing imports.
  const imported = new Set(output.flatMap(({ imports }) => imports));
  for (const { fileName, code, isEntry } of output) {
    if (isEntry || imported.has(fileName)) write(join(folder, 'dist', fileName), code);
  }
}

function declaredEntries(folder) {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap(({ types }) => types ?? []);
}

function removeDeclarations(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (/\.d\.ts(?:\.map)?$/.test(name)) rmSync(join(folder, name));
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
