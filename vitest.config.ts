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
    // Hangs must end; a busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
