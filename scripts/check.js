/** Runs all checks except the tests: `npm run check [-- --but NAME]`, without the steps whose names begin with NAME. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { filesMatching } from './files.js';
import { succeeds } from './step.js';

// npx fetches TypeDoc, which `npm ci` does not install.
const TYPEDOC = ['--yes', '--prefer-offline', '--package', 'typedoc@0.28.20', 'typedoc'];

const PACKED = ['--only', 'publint', '--only', 'types', '--only', 'command'];

/** Scripts that write files. With `--check`, they report files that are not up to date. */
const GENERATORS = filesMatching(/(?:^|\/)scripts\/generate-[^/]+\.js$/);

const STEPS = [
  ['build and types', 'node', ['scripts/tsc.js', '-b']],
  ['types of tests and scripts', 'node', ['scripts/tsc.js', '-p', 'tsconfig.tests.json']],
  ['types of the workbench', 'node', ['scripts/tsc.js', '-p', 'apps/workbench']],
  ['types of its tests', 'node', ['scripts/tsc.js', '-p', 'apps/workbench/tsconfig.tests.json']],
  ['types of the extension', 'node', ['scripts/tsc.js', '-p', 'apps/vscode']],
  ['format and lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']],
  ['layers', 'npx', ['depcruise', 'packages/*/src', 'apps/*/src']],
  ['unused files and exports', 'npx', ['knip', '--no-config-hints']],
  ['documentation of public symbols', 'npx', [...TYPEDOC, '--options', 'typedoc.json']],
  ['blocks of pages, and examples', 'node', ['apps/docs/scripts/check-examples.js']],
  ...GENERATORS.map((script) => [`what ${script} writes`, 'node', [script, '--check']]),
  ['commands and options that pages name', 'node', ['scripts/check-commands.js']],
  ['tables and pictures of the bench', 'node', ['bench/pages.js', '--check']],
  ['picture of the architecture', 'node', ['scripts/draw-architecture.js', '--check']],
  ['style of documents', 'node', ['scripts/check-style.js']],
  ['links in documents', 'node', ['scripts/check-links.js']],
  ['promises and their tests', 'node', ['scripts/check-promises.js']],
  ['manifests', 'node', ['scripts/manifests.js']],
  ['packed packages, and the installed command', 'node', ['scripts/release-dry.js', '--here', ...PACKED]],
  ['size', 'npx', ['size-limit']],
];

const { but = [] } = parseArgs({ options: { but: { type: 'string', multiple: true } } }).values;

const failed = [];
for (const [name, command, args] of STEPS) {
  if (but.some((start) => name.startsWith(start))) continue;
  const run = () => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
  if (!(await succeeds(name, run))) failed.push(name);
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
