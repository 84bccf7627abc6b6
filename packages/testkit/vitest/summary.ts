/**
 * Prints a summary at the end of a run: skipped tests and their requirements, commands that rerun failed tests, and the
 * use of CPU time.
 */
import { relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { ownCpuTimeMs } from './cpu-time.ts';
import './meta.ts';
import { againLines, cpuLines, type NotedFile, type NotedTest, skipLines } from './summary-lines.ts';

const shownFiles = 400;

/** Properties of the run that the configuration determines. */
export interface RunFacts {
  /** The seed for property tests. */
  seed: number;
  /** Whether this is the whole run, with the large numbers of cases. */
  isWhole: boolean;
  /** The fraction of its cases that the whole run tries. */
  share: number;
}

/** A reporter that follows Vitest's own. */
export function summaryReporter({ seed, isWhole, share }: RunFacts): Reporter {
  let vitest: Vitest;
  return {
    onInit(context) {
      vitest = context;
    },
    onTestRunEnd(modules) {
      const files = modules.map((module) => toFile(module, vitest.config.root));
      // With `-t`, skipped tests are not reported, because most of them were skipped only because `-t` did not select
      // them.
      const isFiltered = vitest.config.testNamePattern !== undefined;
      const ofShare = share === 1 ? '' : ` ROBOTS_TEST_SHARE=${share}`;
      const command = isWhole ? `ROBOTS_TEST_SEED=${seed}${ofShare} npm run test:all --` : 'npx vitest run';
      const isPart = !isWhole && vitest.projects.every(({ name }) => name !== 'long');
      const lines = [
        ...(isFiltered ? [] : skipLines(files)),
        ...(isPart ? [`Not run  fleets, hostile input, browsers, large counts: npm run test:all`] : []),
        ...cpuLines(files, ownCpuTimeMs(), shownFiles),
        `Seed     ${seed}`,
        ...againLines(files, command),
      ];
      vitest.logger.log(`${lines.map((line) => ` ${line}`).join('\n')}\n`);
    },
  };
}

function toFile(module: TestModule, root: string): NotedFile {
  return {
    path: relative(root, module.moduleId).replaceAll(sep, '/'),
    cpuMs: module.meta().cpuMs ?? 0,
    tests: [...module.children.allTests()].flatMap(toTest),
    isBroken: module.state() === 'failed',
  };
}

function toTest(test: TestCase): NotedTest[] {
  const { state } = test.result();
  return state === 'skipped' || state === 'failed'
    ? [{ state, fullName: test.fullName.replaceAll(' > ', ' '), needs: test.meta().needs }]
    : [];
}
