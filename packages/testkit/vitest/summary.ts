/**
 * Prints a summary at the end of a run: skipped tests and their requirements, the CPU time by file if
 * `TEST_RING_CPU` asks for it, commands that rerun failed tests and, last, the result.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { ownCpuTimeMs } from './cpu-time.ts';
import './meta.ts';
import {
  againLines,
  cpuLines,
  type NotedFile,
  type NotedTest,
  resultLine,
  skipLines,
} from './summary-lines.ts';

/** A file that has run for longer than any test may take does not end by itself. */
const hangingMs = 600_000;

/** Holds the day of the last whole run on this machine. */
const wholeRunFile = 'node_modules/.cache/robots-exclusion/whole-run';

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
  const alarms = new Map<string, NodeJS.Timeout>();
  return {
    onInit(context) {
      vitest = context;
    },
    onTestModuleStart({ moduleId }) {
      const tell = () => vitest.logger.log(` Hanging  ${relative(vitest.config.root, moduleId)}`);
      alarms.set(moduleId, setTimeout(tell, hangingMs).unref());
    },
    onTestModuleEnd({ moduleId }) {
      clearTimeout(alarms.get(moduleId));
    },
    onTestRunEnd(modules) {
      const files = modules.map((module) => toFile(module, vitest.config.root));
      // With `-t`, skipped tests are not reported, because most of them were skipped only because `-t` did not select
      // them.
      const isFiltered = vitest.config.testNamePattern !== undefined;
      const ofShare = share === 1 ? '' : ` ROBOTS_TEST_SHARE=${share}`;
      const command = isWhole ? `ROBOTS_TEST_SEED=${seed}${ofShare} npm run test:all --` : 'npx vitest run';
      const notRun = process.env['TEST_RING_LEFT'];
      const kept = join(vitest.config.root, wholeRunFile);
      if (process.env['TEST_RING_WHOLE'] === '1' && share === 1) keepToday(kept);
      const lines = [
        ...(isFiltered ? [] : skipLines(files)),
        ...(notRun && !isFiltered ? [`Not run  ${notRun}; last run here: ${keptDay(kept)}`] : []),
        ...(process.env['TEST_RING_CPU'] === '1' ? cpuLines(files, ownCpuTimeMs()) : []),
        `Seed     ${seed}`,
        ...againLines(files, command),
      ];
      vitest.logger.log(`${lines.map((line) => ` ${line}\n`).join('')}${resultLine(files)}`);
    },
  };
}

function keepToday(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, new Date().toISOString().slice(0, 10));
}

function keptDay(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'never';
  }
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
  return state === 'passed' || state === 'skipped' || state === 'failed'
    ? [{ state, fullName: test.fullName.replaceAll(' > ', ' '), needs: test.meta().needs }]
    : [];
}
