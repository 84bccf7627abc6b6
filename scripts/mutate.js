/**
 * Mutation testing: changes a room's sources in one place at a time. Each change must make a test fail.
 *
 *   npm run mutate -- ROOM… [--every N]
 *
 * A room is a package, or a folder or file below its `src`: `mcp`, `core/patterns`, `server/access/gate.ts`. Each room
 * runs only the tests that guard it (`mutation/guards.js`). Stryker's instrumenter is installed on demand and works on a
 * copy of the sources. `--every 4` tries a quarter of the mutants. The exit code is 1 if the score is below 85 %.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { guardsOf } from './mutation/guards.js';
import { instrument } from './mutation/instrument.js';
import { linesOf, outcomesOf, scoreOf } from './mutation/report.js';
import { installedOnDemand } from './on-demand.js';

const INSTRUMENTER = '@stryker-mutator/instrumenter@9.6.1';
const LEAST_SCORE = 85;
const SOURCE = '@robots-exclusion/source';
const TEST_RUN = 'mutate';
/**
 * After this time without a result, a mutant counts as an endless loop. Tests take seconds, and the machine may be
 * busy.
 */
const HANGS_MS = 60_000;
/** Time limit for all tests of a file without a mutant. */
const MOST_FILE_MS = 1_200_000;

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const rooms = positionals.map(roomOf);
if (rooms.length === 0) throw new Error('Cannot mutate: name a room, such as core/patterns');
// A folder in memory if there is one, because a run writes and removes a copy of the repository.
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const work = join(temporary, 'robots-mutation');
const copy = join(work, `copy-${process.pid}`);
const results = join(work, `results-${rooms.map(({ name }) => name.replaceAll('/', '-')).join('+')}.jsonl`);

let running;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    if (running) process.kill(-running.pid, 'SIGKILL');
    rmSync(copy, { recursive: true, force: true });
    process.exit(130);
  });
}
build();
copySources();
linkModules();
const all = await instrument({
  tools: installedOnDemand(INSTRUMENTER),
  copy,
  paths: rooms.map(({ path }) => path),
});
const mutants = all.filter((_, index) => index % Number(values.every) === 0);
writeFileSync(join(copy, 'vitest.mutate.config.ts'), vitestConfig());
writeFileSync(results, '');
for (let runs = 0; runs < mutants.length && !(await ranToItsEnd()); runs++);
const outcomes = outcomesOf(mutants, results);
for (const line of linesOf(outcomes, (file) => readFileSync(join(root, file), 'utf8').split('\n')))
  console.log(line);
const total = scoreOf(outcomes);
console.log(`${total.score.toFixed(1).padStart(6)} %  ${String(total.mutants).padStart(5)}  in all`);
rmSync(copy, { recursive: true, force: true });
process.exitCode = total.score < LEAST_SCORE ? 1 : 0;

/**
 * Runs the tests with each mutant. Returns `false` if a mutant hung or ended the process; another run is needed then.
 */
async function ranToItsEnd() {
  const bin = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--config', 'vitest.mutate.config.ts', '--reporter', 'dot', '--silent'];
  const child = spawn(process.execPath, [bin, ...options], {
    cwd: copy,
    env: {
      ...process.env,
      MUTATION_RESULTS: results,
      MUTATION_EVERY: values.every,
      MUTATION_ROOMS: rooms.map(({ path }) => join(copy, path)).join(':'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  running = child;
  let hasEnded = false;
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => (hasEnded = true));
  let written = 0;
  let silentMs = 0;
  while (!hasEnded) {
    await Promise.race([ended, pause(1000)]);
    // Pauses are counted, because the clock goes on while all processes are stopped.
    const { mtimeMs } = statSync(results);
    silentMs = mtimeMs === written ? silentMs + 1000 : 0;
    written = mtimeMs;
    if (hasEnded || silentMs < HANGS_MS) continue;
    const isMutant = lastResult().state === 'started';
    if (!isMutant && silentMs < MOST_FILE_MS) continue;
    // The negative ID also ends the processes that run the tests.
    process.kill(-child.pid, 'SIGKILL');
    if (!isMutant) throw new Error('Cannot mutate: the tests hang without a mutant');
  }
  const last = lastResult();
  if (last.state !== 'started') return true;
  // The mutant hung, or used up all memory.
  appendFileSync(results, `${JSON.stringify({ ...last, state: 'timeout' })}\n`);
  return false;
}

function lastResult() {
  return JSON.parse(readFileSync(results, 'utf8').trimEnd().split('\n').at(-1) || '{}');
}

/** `core/patterns` as a package and a path. */
function roomOf(name) {
  const [packageName, ...rest] = name.split('/');
  const path = join('packages', packageName, 'src', ...rest);
  if (existsSync(join(root, path))) return { name, packageName, path };
  throw new Error(
    `Cannot mutate ${name}: expected a package, or a folder or a file below its src, such as core/patterns`,
  );
}

/** Builds the packages without mutants into one file each, so that tests load faster. */
function build() {
  const { status } = spawnSync('node', ['scripts/tsc.js', '-b'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('Cannot mutate: the build fails');
  // The tests of core run its sources.
  if (rooms.every(({ packageName }) => packageName === 'core')) return;
  spawnSync(process.execPath, ['scripts/bundle.js'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

function copySources() {
  // A killed run leaves its copy, and a later process may have the same ID.
  rmSync(copy, { recursive: true, force: true });
  const left = new Set(['node_modules', '.git', 'shots', 'test-results']);
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.has(basename(path)),
  });
}

/** The installed modules. Links to workspaces lead to the copies, because otherwise no test would reach a mutant. */
function linkModules() {
  link('node_modules');
  for (const name of readdirSync(join(root, 'packages'))) link(join('packages', name, 'node_modules'));
  // Tells tests that need the build that it is done.
  writeFileSync(join(copy, 'node_modules/.robots-built'), TEST_RUN);
}

function link(folder) {
  if (!existsSync(join(root, folder))) return;
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name);
    const isLink = lstatSync(join(root, path)).isSymbolicLink();
    if (name.startsWith('.robots-')) continue;
    if (name.startsWith('@')) link(path);
    else symlinkSync(isLink ? readlinkSync(join(root, path)) : join(root, path), join(copy, path));
  }
}

/** The Vitest configuration. Node loads built files itself; the pattern for them cannot be written as JSON. */
function vitestConfig() {
  return [
    "import Order from './scripts/mutation/order.js';",
    `const config = ${JSON.stringify(vitestSettings())};`,
    'config.test.sequence = { sequencer: Order };',
    'config.test.server = { deps: { external: [/packages\\/[^/]+\\/dist\\//] } };',
    'export default config;\n',
  ].join('\n');
}

function vitestSettings() {
  return {
    resolve: { alias: rooms.flatMap(sourcesOf) },
    test: {
      // Few cases of each property. People examine mutants that survive these and the vectors.
      env: { ROBOTS_TESTS: 'mutate', ROBOTS_TEST_SEED: '9309', ROBOTS_TEST_RUN: TEST_RUN },
      setupFiles: ['packages/testkit/vitest/setup.ts'],
      include: rooms.flatMap(guardsOf),
      exclude: ['**/*.long.test.ts'],
      // One process for all files, so that modules are loaded once.
      isolate: false,
      pool: 'forks',
      maxWorkers: 1,
      runner: 'scripts/mutation/runner.js',
      testTimeout: 600_000,
    },
  };
}

/** The exports of a room's package, each with its source file. */
function sourcesOf({ packageName }) {
  const folder = join('packages', packageName);
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target[SOURCE])
    .map(([path, target]) => ({
      find: name + path.slice(1),
      replacement: join(copy, folder, target[SOURCE]),
    }))
    .sort((a, b) => b.find.length - a.find.length);
}
