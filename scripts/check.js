/** All checks except the tests, in one run: `npm run check`. */
import { spawnSync } from 'node:child_process';

// `npm ci` does not install TypeDoc; npx fetches it.
const TYPEDOC = ['--yes', '--prefer-offline', '--package', 'typedoc@0.28.20', 'typedoc'];

const PACKED = ['--only', 'publint', '--only', 'types', '--only', 'command'];

const STEPS = [
  ['build and types', 'node', ['scripts/tsc.js', '-b']],
  ['types of tests and scripts', 'node', ['scripts/tsc.js', '-p', 'tsconfig.tests.json']],
  ['types of the workbench', 'node', ['scripts/tsc.js', '-p', 'apps/workbench']],
  ['types of its tests', 'node', ['scripts/tsc.js', '-p', 'apps/workbench/tsconfig.tests.json']],
  ['types of the extension', 'node', ['scripts/tsc.js', '-p', 'apps/vscode']],
  ['format and lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']],
  ['layers', 'node', ['scripts/check-layers.js']],
  ['unused files and exports', 'npx', ['knip', '--no-config-hints']],
  ['documentation of public symbols', 'npx', [...TYPEDOC, '--options', 'typedoc.json']],
  ['blocks of pages, and examples', 'node', ['scripts/check-examples.js']],
  ['generated parts of docs/lint.md', 'node', ['scripts/generate-lint-doc.js', '--check']],
  ['commands and options that pages name', 'node', ['scripts/check-commands.js']],
  ['schema of settings', 'node', ['scripts/generate-config-schema.js', '--check']],
  ['schema of corpus rows', 'node', ['scripts/generate-corpus-schema.js', '--check']],
  ['schema of operations', 'node', ['scripts/generate-operations-schema.js', '--check']],
  ['text that pages share', 'node', ['scripts/generate-includes.js', '--check']],
  ['page of dialects, and numbers in the README', 'node', ['scripts/generate-dialects-doc.js', '--check']],
  ['tables and pictures of the bench', 'node', ['bench/pages.js', '--check']],
  ['picture of the architecture', 'node', ['scripts/draw-architecture.js', '--check']],
  ['style of documents', 'node', ['scripts/check-style.js']],
  ['links in documents', 'node', ['scripts/check-links.js']],
  ['promises and their tests', 'node', ['scripts/check-promises.js']],
  ['manifests', 'node', ['scripts/manifests.js']],
  ['packed packages, and the installed command', 'node', ['scripts/release-dry.js', '--here', ...PACKED]],
  ['size', 'npx', ['size-limit']],
];

const failed = STEPS.filter(([name, command, args]) => {
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(
    `${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  return status !== 0;
});
if (failed.length > 0) console.error(`failed: ${failed.map(([name]) => name).join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
