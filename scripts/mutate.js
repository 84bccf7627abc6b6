/**
 * Mutation testing: Stryker changes a room's sources one place at a time, and each change must make a test fail.
 *
 *   npm run mutate -- ROOM… [--install FOLDER] [--concurrency N]
 *
 * A room is a package, or a folder or a file below its `src`: `mcp`, `core/patterns`, `server/access/gate.ts`. Each room is
 * tested by the tests that guard it (`mutation/guards.js`). Stryker is installed outside the workspaces and works on a copy
 * of the sources. Exit code 1 if the score is below 85 %.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { guardsOf } from './mutation/guards.js';

const VERSION = '9.6.1';
const LEAST_SCORE = 85;

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  options: { install: { type: 'string' }, concurrency: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const rooms = positionals.map(roomOf);
if (rooms.length === 0) throw new Error('Cannot mutate: name a room, such as core/patterns');
const tools = values.install ?? join(tmpdir(), `stryker-${VERSION}`);
const copy = join(tools, `copy-${process.pid}`);

install();
copySources();
linkModules();
writeFileSync(join(copy, 'stryker.json'), JSON.stringify(strykerSettings()));
writeFileSync(join(copy, 'vitest.mutate.config.ts'), `export default ${JSON.stringify(vitestSettings())};\n`);
const bin = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { status } = spawnSync(process.execPath, [bin, 'run', 'stryker.json'], { cwd: copy, stdio: 'inherit' });
rmSync(copy, { recursive: true, force: true });
process.exitCode = status ?? 1;

/** `core/patterns` as a package and a path. */
function roomOf(name) {
  const [packageName, ...rest] = name.split('/');
  const path = join('packages', packageName, 'src', ...rest);
  if (existsSync(join(root, path))) return { name, packageName, path };
  throw new Error(
    `Cannot mutate ${name}: expected a package, or a folder or a file below its src, such as core/patterns`,
  );
}

function install() {
  if (existsSync(join(tools, 'node_modules/@stryker-mutator/vitest-runner'))) return;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', ['install', ...packages, ...options], { cwd: tools, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Cannot install ${packages.join(' and ')} into ${tools}`);
}

function copySources() {
  const left = new Set(['node_modules', 'dist', '.git']);
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
  // The runner uses the vitest beside it, which must be the one that the tests import.
  const beside = join(tools, 'node_modules/vitest');
  rmSync(beside, { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules/vitest'), beside);
}

function link(folder) {
  if (!existsSync(join(root, folder))) return;
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name);
    const isLink = lstatSync(join(root, path)).isSymbolicLink();
    if (name.startsWith('@')) link(path);
    else symlinkSync(isLink ? readlinkSync(join(root, path)) : join(root, path), join(copy, path));
  }
}

function strykerSettings() {
  const isFile = ({ path }) => statSync(join(root, path)).isFile();
  return {
    mutate: rooms.map((room) => (isFile(room) ? room.path : `${room.path}/**/!(*.test).ts`)),
    inPlace: true,
    testRunner: 'vitest',
    plugins: [join(tools, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    concurrency: Number(values.concurrency),
    coverageAnalysis: 'perTest',
    // A mutant in a table that is created at load time needs every test, and shows little.
    ignoreStatic: true,
    dryRunTimeoutMinutes: 60,
    timeoutMS: 30_000,
    reporters: ['clear-text', 'json'],
    jsonReporter: {
      fileName: join(
        tools,
        'reports',
        `${rooms.map(({ name }) => name.replaceAll('/', '-')).join('+')}.json`,
      ),
    },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: LEAST_SCORE, break: LEAST_SCORE },
  };
}

function vitestSettings() {
  const conditions = ['@robots-exclusion/source'];
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions: [...conditions, 'node', 'import', 'default'] } },
    test: {
      // Few cases of each property: mutants that survive those and the vectors are examined manually.
      env: { ROBOTS_TESTS: 'mutate', ROBOTS_TEST_SEED: '9309', ROBOTS_TEST_RUN: 'mutate' },
      setupFiles: ['scripts/testing/setup.ts'],
      include: rooms.flatMap(guardsOf),
      exclude: ['**/*.long.test.ts'],
      isolate: false,
      // Instrumented code is several times slower, and the machine may be busy; Stryker itself stops hanging mutants.
      testTimeout: 600_000,
    },
  };
}
