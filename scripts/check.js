/** Runs all checks except the tests: `npm run check [-- --but NAME]`, without the steps whose names begin with NAME. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { GENERATORS } from './generate.js';
import { succeeds } from './step.js';

// npx fetches these, which `npm ci` does not install.
const TYPEDOC = ['--yes', '--prefer-offline', '--package', 'typedoc@0.28.20', 'typedoc'];
const KNIP = ['--yes', '--prefer-offline', '--package', 'knip@6.44.2', 'knip'];

const PACKED = ['--only', 'publint', '--only', 'types', '--only', 'command'];

const STEPS = [
  ['build and types', 'node', ['scripts/tsc.js', '-b']],
  ['types of tests and scripts', 'node', ['scripts/tsc.js', '-p', 'tsconfig.tests.json']],
  ['types of the workbench', 'node', ['scripts/tsc.js', '-p', 'apps/workbench']],
  ['types of its tests', 'node', ['scripts/tsc.js', '-p', 'apps/workbench/tsconfig.tests.json']],
  ['types of the extension', 'node', ['scripts/tsc.js', '-p', 'apps/vscode']],
  ['format and lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']],
  ['unused files and exports', 'npx', [...KNIP, '--no-config-hints']],
  ['documentation of public symbols', 'npx', [...TYPEDOC, '--options', 'typedoc.json']],
  ['blocks of pages, and examples', 'node', ['apps/docs/scripts/check-examples.js']],
  ...GENERATORS.map((script) => [`what ${script} writes`, 'node', [script, '--check']]),
  ['commands and options that pages name', 'node', ['scripts/check-commands.js']],
  ['style of documents', 'node', ['scripts/check-style.js']],
  ['links in documents', 'node', ['scripts/check-links.js']],
  ['promises and their tests', 'node', ['scripts/check-promises.js']],
  ['manifests', 'node', ['scripts/manifests.js']],
  ['packed packages, and the installed command', 'node', ['scripts/release-dry.js', '--here', ...PACKED]],
  ['size', 'npx', ['size-limit']],
];

const { but = [] } = parseArgs({ options: { but: { type: 'string', multiple: true } } }).values;
const wanted = STEPS.filter(([name]) => !but.some((start) => name.startsWith(start)));
const [build, ...others] = wanted;

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const { pid } of running) endGroup(pid);
    process.exit(1);
  });

let begun = 0;
const failed = [];
await oneAfterTheOther([build]);
// The other steps read what the build writes, and do not depend on each other.
const waiting = others[Symbol.iterator]();
await Promise.all(Array.from({ length: availableParallelism() }, () => oneAfterTheOther(waiting)));
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function oneAfterTheOther(steps) {
  for (const [name, command, args] of steps) {
    const label = `step ${++begun} of ${wanted.length}: ${name}`;
    if (!(await succeeds(label, () => isGood(command, args)))) failed.push(name);
  }
}

/** Runs a program in a process group of its own. What it prints is shown when it has ended, because two may run at once. */
async function isGood(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code !== 0) process.stderr.write(Buffer.concat(printed));
  return code === 0;
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}
