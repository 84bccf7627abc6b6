/**
 * Mutation testing with Stryker: makes single changes (mutants) to a room's sources. Each mutant must make a test fail.
 *
 *   npm run mutate -- ROOM… [--every N] [--kills]
 *
 * A room is a package, or a folder or file below its `src`: `mcp`, `core/patterns`, `server/access/gate.ts`. Each room
 * runs only the tests that guard it (`mutation/guards.js`). Stryker is installed on demand and works on a copy of the
 * repository. `--every 4` tries a quarter of the mutants. `--kills` runs all tests against each, and prints
 * what each test file kills. The exit code is 1 if the score is below 85 %.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildOnce } from '@robots-exclusion/testkit';
import { guardsOf } from './mutation/guards.js';
import { killTable } from './mutation/kills.js';
import { installedOnDemand, requireOnDemand } from './on-demand.js';

const LEAST_SCORE = 85;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' }, kills: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rooms = positionals.map(roomOf);
if (rooms.length === 0) throw new Error('Cannot mutate: name a room, such as core/patterns');

// Runs only a few cases of each property test. People examine the mutants that survive.
Object.assign(process.env, { ROBOTS_TESTS: 'mutate', ROBOTS_TEST_SEED: '9309' });
Object.assign(process.env, { ROBOTS_TEST_RUN: `mutate ${process.pid}`, MUTATION_EVERY: values.every });
process.env.MUTATION_PACKAGES = JSON.stringify(rooms.map(({ packageName }) => `packages/${packageName}`));
process.env.MUTATION_GUARDS = JSON.stringify(rooms.flatMap(guardsOf));
await buildOnce();

const copies = mkdtempSync(join(tmpdir(), 'robots-mutation-'));
process.once('exit', () => rmSync(copies, { recursive: true, force: true }));
// Stryker does not handle these signals while it cleans up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
installedOnDemand('@stryker-mutator/vitest-runner@9.6.1');
const { Stryker } = requireOnDemand('@stryker-mutator/core@9.6.1');
const mutants = await new Stryker({
  mutate: rooms.flatMap(({ path }) =>
    statSync(path).isFile() ? [path] : [`${path}/**/*.ts`, `!${path}/**/*.test.ts`],
  ),
  plugins: ['@stryker-mutator/*', fileURLToPath(new URL('mutation/sample.js', import.meta.url))],
  checkers: ['sample'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.js', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  disableBail: values.kills,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { reportTests: false, logTests: false },
  thresholds: { high: 95, low: LEAST_SCORE, break: LEAST_SCORE },
  tempDirName: copies,
  cleanTempDir: 'always',
  logLevel: 'warn',
}).runMutationTest();
if (values.kills) console.log(killTable(mutants));

/** `core/patterns` as a package and a path. */
function roomOf(name) {
  const [packageName, ...rest] = name.split('/');
  const path = ['packages', packageName, 'src', ...rest].join('/');
  if (existsSync(path)) return { name, packageName, path };
  throw new Error(
    `Cannot mutate ${name}: expected a package, or a folder or a file below its src, such as core/patterns`,
  );
}
