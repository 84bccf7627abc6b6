/**
 * A Vitest runner that tries mutants. After each test file, it runs the file's tests again in the same process for each
 * mutant that they reach, so that mutants have no start-up cost. It writes results as lines of JSON to the file that
 * `MUTATION_RESULTS` names. The parent process ends a run that hangs, and starts another that skips finished mutants.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { startTests } from '@vitest/runner';
import { VitestTestRunner } from 'vitest/runners';

const results = process.env.MUTATION_RESULTS;
/** Tries one mutant in this many. */
const every = Number(process.env.MUTATION_EVERY);
/** If an active mutant is hit this many times as often as an inactive one, it counts as an endless loop. */
const MOST_HITS = 100;
const LEAST_TIMEOUT_MS = 5000;
/** The time limit as a multiple of the slowest test of the file. */
const TIMEOUT_FACTOR = 3;
/**
 * A test that takes more CPU time than this is not run again for mutants. A cheaper test should notice the same
 * mutants. The limit is in CPU time, because other work on the machine does not change it.
 */
const DEAREST_TEST_MS = 1500;

globalThis.__stryker__ ??= {};
const state = globalThis.__stryker__;
state.mutantCoverage ??= { static: {}, perTest: {} };

/** Mutants that need no more tests: killed ones, and those that the previous run began or finished with this file. */
const killed = new Set();
const finished = new Set();
for (const line of readFileSync(results, 'utf8').split('\n').filter(Boolean)) {
  const { id, state: told, file } = JSON.parse(line);
  if (told === 'killed' || told === 'timeout') killed.add(id);
  finished.add(`${file} ${id}`);
}

function note(entry) {
  appendFileSync(results, `${JSON.stringify(entry)}\n`);
}

function fullName(task) {
  return task.suite ? `${fullName(task.suite)} ${task.name}`.trim() : task.name;
}

export default class MutantRunner extends VitestTestRunner {
  cpuBefore;
  /** Milliseconds of CPU time by the test's ID. */
  cpuMs = new Map();

  onCollectStart(file) {
    state.currentTestId = undefined;
    return super.onCollectStart(file);
  }

  async onBeforeRunSuite(suite) {
    // Hooks of a file count for all of its tests.
    if ('filepath' in suite) state.currentTestId = '*';
    return super.onBeforeRunSuite(suite);
  }

  async onBeforeRunTask(test) {
    state.currentTestId = fullName(test);
    this.cpuBefore = process.cpuUsage();
    return super.onBeforeRunTask(test);
  }

  onAfterRunTask(test) {
    const { user, system } = process.cpuUsage(this.cpuBefore);
    this.cpuMs.set(test.id, (user + system) / 1000);
    return super.onAfterRunTask(test);
  }

  async onAfterRunFiles([file]) {
    await super.onAfterRunFiles();
    const reached = structuredClone(state.mutantCoverage.perTest);
    state.mutantCoverage.perTest = {};
    const path = relative(process.cwd(), file.filepath);
    note({ state: 'loaded', ids: Object.keys(state.mutantCoverage.static) });
    note({ file: path, state: 'ran', result: file.result?.state });
    if (file.result?.state !== 'pass') return;
    const isCheap = ({ id }) => (this.cpuMs.get(id) ?? 0) <= DEAREST_TEST_MS;
    const cheap = new Set(testsOf(file).filter(isCheap).map(fullName));
    if (cheap.size === 0) return;
    for (const name of Object.keys(reached)) if (name !== '*' && !cheap.has(name)) delete reached[name];
    const slowest = Math.max(0, ...testsOf(file).filter(isCheap).map(durationOf));
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, TIMEOUT_FACTOR * slowest);
    const again = await this.#firstFailure(file, [...cheap], timeoutMs);
    if (again !== undefined) {
      note({ file: path, state: 'ran', result: `fails when it runs again: ${again}` });
      return;
    }
    for (const id of new Set(idsOf(reached))) {
      if (Number(id) % every !== 0 || killed.has(id) || finished.has(`${path} ${id}`)) continue;
      note({ id, file: path, state: 'started' });
      const began = Date.now();
      const by = await this.#tryMutant({ id, file, reached, cheap, timeoutMs });
      if (by !== undefined) killed.add(id);
      note({ id, file: path, state: by === undefined ? 'survived' : 'killed', by, ms: Date.now() - began });
    }
  }

  /** Returns the test that fails with the mutant. */
  async #tryMutant({ id, file, reached, cheap, timeoutMs }) {
    const reaching = Object.keys(reached).filter((name) => id in reached[name]);
    const hits = reaching.reduce((sum, name) => sum + reached[name][id], 0);
    Object.assign(state, { activeMutant: id, hitCount: 0, hitLimit: MOST_HITS * hits });
    try {
      return await this.#firstFailure(file, reaching.includes('*') ? [...cheap] : reaching, timeoutMs);
    } finally {
      Object.assign(state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    }
  }

  /** Runs tests of a file again, and returns the first that fails. */
  async #firstFailure(file, tests, timeoutMs) {
    const quiet = new QuietRunner(this, tests, timeoutMs);
    try {
      const [run] = await startTests([{ filepath: file.filepath }], quiet.runner);
      return quiet.failed ?? (run.result?.state === 'pass' ? undefined : `${run.name}`);
    } catch (error) {
      return `${error}`;
    } finally {
      state.mutantCoverage.perTest = {};
    }
  }
}

/** Runs some tests of a file without reports, and stops at the first failure. */
class QuietRunner {
  failed;

  constructor(runner, tests, timeoutMs) {
    const testNamePattern = new RegExp(`^(?:${tests.map(escaped).join('|')})$`);
    const limits = { testTimeout: timeoutMs, hookTimeout: timeoutMs, retry: 0 };
    const config = { ...runner.config, ...limits, testNamePattern };
    this.runner = Object.assign(Object.create(runner), {
      config,
      cancelRun: false,
      onTaskUpdate: async () => undefined,
      onCollected: async () => undefined,
      onAfterRunFiles: async () => undefined,
      onAfterRunTask: (test) => {
        if (test.result?.state !== 'fail') return;
        this.failed ??= fullName(test);
        this.runner.cancelRun = true;
      },
      importFile: (path, source) => {
        const { evaluatedModules } = runner.workerState;
        const module = evaluatedModules.getModuleById(path);
        if (module) evaluatedModules.invalidateModule(module);
        return VitestTestRunner.prototype.importFile.call(this.runner, path, source);
      },
    });
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const idsOf = (reached) => Object.values(reached).flatMap((hits) => Object.keys(hits));

const testsOf = (task) => (task.type === 'suite' ? task.tasks.flatMap(testsOf) : [task]);

const durationOf = ({ result }) => result?.duration ?? 0;
