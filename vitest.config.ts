import { configDefaults, defineConfig } from 'vitest/config';
import { summaryReporter } from './packages/testkit/vitest/summary.ts';

// Tests run the sources, not dist: every package exports them under this private condition.
const sourceCondition = '@robots-exclusion/source';
const longTests = '**/*.{long,weekly}.test.ts';
const pageTests = 'apps/*/test/browser/**/*.test.ts';

/** `npm test` is the project "quick"; `npm run test:all` is all projects in the mode "all", with the large counts: see `scripts/test.js`. */
export default defineConfig(({ mode }) => {
  // Each project evaluates this file again, without the mode.
  if (mode === 'all') process.env['ROBOTS_TESTS'] = 'all';
  const isWhole = process.env['ROBOTS_TESTS'] === 'all';
  // Every run with the same seed tries the same cases, so that a failure can be reproduced.
  const seed = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);
  const share = Number(process.env['ROBOTS_TEST_SHARE'] ?? 1);
  if (!(share > 0 && share <= 1))
    throw new RangeError('ROBOTS_TEST_SHARE: expected a number above 0, at most 1');
  return {
    resolve: { conditions: [sourceCondition] },
    ssr: { resolve: { conditions: [sourceCondition, 'node', 'import', 'default'] } },
    test: {
      env: {
        ROBOTS_TESTS: isWhole ? 'all' : 'quick',
        ROBOTS_TEST_SEED: String(seed),
        ROBOTS_TEST_SHARE: String(share),
        ROBOTS_TEST_RUN: `${process.pid} ${Date.now()}`,
      },
      // Prints failures only; the summary follows, and its last line is the result.
      reporters: ['minimal', summaryReporter({ seed, isWhole, share })],
      silent: 'passed-only',
      // Keeps the transformed modules between runs.
      experimental: { fsModuleCache: true },
      globalSetup: ['packages/testkit/vitest/temporary-folder.ts'],
      setupFiles: ['packages/testkit/vitest/setup.ts'],
      maxWorkers: '100%',
      // A hanging test must end, but a busy machine must not make a test fail.
      testTimeout: 400_000,
      hookTimeout: 400_000,
      expect: { poll: { timeout: 350_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'quick',
            include: [
              'packages/*/src/**/*.test.ts',
              'packages/*/test/**/*.test.ts',
              'integrations/*/test/**/*.test.ts',
              'scripts/**/*.test.ts',
              'apps/*/test/**/*.test.ts',
              'apps/*/src/**/*.test.ts',
            ],
            exclude: [...configDefaults.exclude, longTests, pageTests],
            // Runs many files in one process, so that modules are loaded once.
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'long',
            include: [longTests],
            // Most of these tests start processes.
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: 'page',
            include: [pageTests],
            globalSetup: ['apps/workbench/test/browser/start-browser.ts'],
            // Runs after all other projects, one file at a time, because a browser needs the whole machine.
            sequence: { groupOrder: 2 },
            maxWorkers: 1,
            isolate: false,
          },
        },
      ],
    },
  };
});
