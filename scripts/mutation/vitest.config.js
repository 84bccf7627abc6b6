/**
 * The Vitest configuration for `npm run mutate`. The package of the mutated room is loaded from the sources in
 * Stryker's copy. All other packages are loaded from their built files.
 */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BaseSequencer } from 'vitest/node';

const SOURCE = '@robots-exclusion/source';

/** Runs small test files first, because most mutants are killed by a cheap test. */
class SmallFirst extends BaseSequencer {
  async sort(files) {
    const size = ({ moduleId }) => statSync(moduleId).size;
    return files.toSorted((a, b) => size(a) - size(b));
  }
}

export default {
  resolve: { alias: JSON.parse(process.env.MUTATION_PACKAGES).flatMap(sourcesOf) },
  test: {
    setupFiles: ['packages/testkit/vitest/setup.ts'],
    include: JSON.parse(process.env.MUTATION_GUARDS),
    exclude: ['**/*.long.test.ts'],
    // One thread for all files, so that modules are loaded once.
    isolate: false,
    sequence: { sequencer: SmallFirst },
    testTimeout: 600_000,
    // Lets Node load built files without Vitest, which is faster.
    server: { deps: { external: [/packages\/[^/]+\/(dist|lib)\//] } },
  },
};

/**
 * Aliases from the exports of a package to their source files. Without them, the links in `node_modules` would lead to
 * sources without mutants.
 */
function sourcesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target[SOURCE])
    .map(([path, target]) => ({
      find: new RegExp(`^${name}${path.slice(1)}$`),
      replacement: resolve(folder, target[SOURCE]),
    }));
}
