/** The tests of `npm run mutate`. A room's package is loaded from the copied sources, all others as they were built. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BaseSequencer } from 'vitest/node';

const SOURCE = '@robots-exclusion/source';

/** Small files first, so that a cheap test kills most mutants. */
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
    // Node loads built files itself, which is faster.
    server: { deps: { external: [/packages\/[^/]+\/(dist|lib)\//] } },
  },
};

/** The exports of a package, each with its source file. Links in `node_modules` lead to sources without mutants. */
function sourcesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target[SOURCE])
    .map(([path, target]) => ({
      find: new RegExp(`^${name}${path.slice(1)}$`),
      replacement: resolve(folder, target[SOURCE]),
    }));
}
