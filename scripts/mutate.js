/**
 * Mutation testing: Stryker changes the sources of core one place at a time, and each change must make a test fail.
 *
 *   npm run mutate -- [ROOM…] [--install FOLDER] [--concurrency N]
 *
 * A room is a folder or a file of `packages/core/src`: `patterns`, `parse/scan.ts`. Default: parse, patterns, rules, engine,
 * dialects/engine, which takes hours. Stryker is installed outside the workspaces, and works on a copy of the tracked files,
 * so that a run that is killed leaves nothing behind in the sources. Exit code 1 if the score is below 85 %.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const VERSION = '9.6.1';
const LEAST_SCORE = 85;
const ROOMS = ['parse', 'patterns', 'rules', 'engine', 'dialects/engine'];
/** Fast ones that state what the rooms mean; a mutant is run against those that reach it. */
const TESTS = [
  'packages/core/src/{bytes,parse,patterns,rules,engine,explain}/**/*.test.ts',
  'packages/core/test/{vectors,matcher-contract,dialects,differential}.test.ts',
];

const root = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  options: { install: { type: 'string' }, concurrency: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const tools = values.install ?? join(tmpdir(), `stryker-${VERSION}`);
const copy = join(tools, 'copy');

install();
copySources();
linkModules();
writeSettings();
const bin = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
process.exitCode =
  spawnSync(process.execPath, [bin, 'run', 'stryker.json'], { cwd: copy, stdio: 'inherit' }).status ?? 1;

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
  rmSync(copy, { recursive: true, force: true });
  for (const file of execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
}

/** The installed modules, but for the workspaces: those are the copies, or mutants would never be reached. */
function linkModules() {
  const modules = join(root, 'node_modules');
  for (const entry of readdirSync(modules)) {
    const scoped = entry.startsWith('@')
      ? readdirSync(join(modules, entry)).map((name) => join(entry, name))
      : [entry];
    for (const name of scoped) {
      const target = realpathSync(join(modules, name));
      const place = relative(root, target);
      const isWorkspace = !place.startsWith('node_modules') && !place.startsWith('..');
      mkdirSync(dirname(join(copy, 'node_modules', name)), { recursive: true });
      symlinkSync(isWorkspace ? join(copy, place) : join(modules, name), join(copy, 'node_modules', name));
    }
  }
  // The runner takes the vitest beside it, which must be the one that the tests import.
  const beside = join(tools, 'node_modules/vitest');
  rmSync(beside, { recursive: true, force: true });
  symlinkSync(join(copy, 'node_modules/vitest'), beside);
}

function writeSettings() {
  const rooms = positionals.length > 0 ? positionals : ROOMS;
  const mutate = rooms.map((room) => {
    const path = join('packages/core/src', room);
    if (!existsSync(join(root, path)))
      throw new Error(`Cannot mutate ${path}: expected a folder or a file of core`);
    return statSync(join(root, path)).isFile() ? path : `${path}/**/!(*.test).ts`;
  });
  const settings = {
    mutate,
    inPlace: true,
    testRunner: 'vitest',
    plugins: [join(tools, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    concurrency: Number(values.concurrency),
    coverageAnalysis: 'perTest',
    dryRunTimeoutMinutes: 60,
    timeoutMS: 30_000,
    reporters: ['clear-text', 'json'],
    jsonReporter: { fileName: `reports/${rooms.map((room) => basename(room)).join('-')}.json` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: LEAST_SCORE, break: LEAST_SCORE },
  };
  writeFileSync(join(copy, 'stryker.json'), JSON.stringify(settings, undefined, 2));
  writeFileSync(join(copy, 'vitest.mutate.config.ts'), vitestConfig());
}

function vitestConfig() {
  const conditions = ['@robots-exclusion/source'];
  const config = {
    resolve: { conditions },
    ssr: { resolve: { conditions: [...conditions, 'node', 'import', 'default'] } },
    test: {
      // Few cases of each property: what survives those and the vectors is looked at by hand.
      env: { ROBOTS_TESTS: 'mutate', ROBOTS_TEST_SEED: '9309', ROBOTS_TEST_RUN: 'mutate' },
      setupFiles: ['scripts/testing/setup.ts'],
      include: TESTS,
      exclude: ['**/*.long.test.ts'],
      // Instrumented code is several times slower, and the machine may be busy: Stryker itself stops a mutant that hangs.
      testTimeout: 600_000,
    },
  };
  return `export default ${JSON.stringify(config, undefined, 2)};\n`;
}
