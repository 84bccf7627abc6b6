/**
 * Runs one ring of the tests:
 *
 *   node scripts/test.js [commit | all] [--cpu] [VITEST'S ARGUMENTS]
 *
 * Without a name, ring 1 (`npm test`): every `*.test.ts`. `commit`, ring 2: a third of the `*.long.test.ts` and of the
 * page's tests, those of changed packages first. `all`, ring 3: every test with every case of its properties. `--cpu`
 * adds the CPU time by file. The summary says what the ring leaves out, and when this
 * machine last ran all of it.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { dearTests, testsOfCommit } from './rings.js';

const [name, ...others] = process.argv.slice(2);
const isNamed = name === 'commit' || name === 'all';
const given = (isNamed ? others : process.argv.slice(2)).filter((argument) => argument !== '--cpu');

/** The fraction of its cases that each property tries in ring 2. */
const COMMIT_SHARE = '0.2';

const chosen = name === 'commit' ? testsOfCommit() : [];
const left = dearTests().filter((path) => !chosen.includes(path));
const titles = left.map((path) => path.replace(/\.test\.ts$/, '')).join(' ');
const rings = {
  quick: {
    args: ['--project', 'quick'],
    env: { TEST_RING_LEFT: `${left.length} files (npm run test:all)` },
  },
  commit: {
    args: ['--mode', 'all', ...chosen],
    env: {
      ROBOTS_TEST_SHARE: COMMIT_SHARE,
      TEST_RING_LEFT: `${left.length} files (npm run test:all): ${titles}`,
    },
  },
  all: { args: ['--mode', 'all'], env: given.length === 0 ? { TEST_RING_WHOLE: '1' } : {} },
};
const { args, env } = rings[isNamed ? name : 'quick'];

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...args, ...given], {
  stdio: 'inherit',
  env: { ...env, ...process.env, ...(process.argv.includes('--cpu') ? { TEST_RING_CPU: '1' } : {}) },
});
process.exitCode = status ?? 1;
