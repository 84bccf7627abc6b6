/**
 * Checks what would be published: publint and attw on each public package, and core's declarations compiled without
 * host types, as on other runtimes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { filesMatching } from './files.js';

const manifests = filesMatching(/^(?:packages\/[^/]+|spec)\/package\.json$/).map((file) => ({
  folder: dirname(file),
  manifest: JSON.parse(readFileSync(file, 'utf8')),
}));
let isClean = true;
for (const { folder, manifest } of manifests.filter(({ manifest: { private: isPrivate } }) => !isPrivate)) {
  isClean = run('npx', ['publint', '--strict', folder], `publint ${manifest.name}`) && isClean;
  const hasTypes = Object.values(manifest.exports ?? {}).some(({ types }) => types !== undefined);
  if (hasTypes)
    isClean =
      run('npx', ['attw', '--pack', folder, '--profile', 'esm-only'], `attw ${manifest.name}`) && isClean;
}
isClean = compilesWithoutHost() && isClean;
process.exitCode = isClean ? 0 : 1;

function compilesWithoutHost() {
  const folder = 'node_modules/.cache/host-free';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { exports } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'));
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
  const lines = entries.map(
    (entry, index) => `export * as entry${index} from 'robots-exclusion${entry.slice(1)}';`,
  );
  writeFileSync(`${folder}/entries.ts`, `${lines.join('\n')}\n`);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    types: [],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['entries.ts'] }));
  return run('npx', ['tsc', '-p', folder], 'core without host types');
}

function run(command, args, name) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) console.error(`${name}:\n${stdout}${stderr}`);
  return status === 0;
}
