/** Runs every script that writes generated files: `npm run generate`. With `--check`, reports files that are not up to date. */
import { spawnSync } from 'node:child_process';
import { filesMatching } from './files.js';

/** Paths of the scripts that write generated files. */
export const GENERATORS = [
  ...filesMatching(/(?:^|\/)scripts\/generate-[^/]+\.js$/),
  'bench/pages.js',
  'scripts/draw-architecture.js',
];

if (import.meta.filename === process.argv[1]) {
  const failed = GENERATORS.filter(
    (script) =>
      spawnSync(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' }).status !== 0,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
