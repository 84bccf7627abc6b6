import { defineConfig } from 'vitest/config';

// Tests run the sources, not dist: every package exports them under this private condition.
const sourceCondition = '@robots-exclusion/source';

export default defineConfig({
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'node', 'import', 'default'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
    ],
    // The page's own tests are a run of their own: `npm run test:browser`.
    exclude: ['**/node_modules/**', ...(process.env['ROBOTS_BROWSER'] ? [] : ['apps/*/test/browser/**'])],
    // Tests start processes, servers and browsers of their own: on a machine of two cores one file at a time.
    ...(process.env['CI'] === 'true' && { maxWorkers: 1, retry: 2 }),
    // Hangs must end; a busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
