import { defineConfig } from 'vitest/config';

// Tests run the sources, not dist: every package exports them under this private condition.
const sourceCondition = '@robots-exclusion/source';
const pageTests = 'apps/*/test/browser/**/*.test.ts';

export default defineConfig({
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'node', 'import', 'default'] } },
  test: {
    // Tests start processes and servers of their own: on a machine of two cores one file at a time.
    ...(process.env['CI'] === 'true' && { maxWorkers: 1, retry: 2 }),
    // Hangs must end; a busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'apps/*/test/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', pageTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: [pageTests],
          globalSetup: ['apps/workbench/test/browser/start-browser.ts'],
          // After all others, and one file at a time: a browser wants the machine for itself.
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          isolate: false,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
