import { describe, expect, it, vi } from 'vitest';
import { summaryReporter } from '../vitest/summary.ts';
import { againLines, cpuLines, type NotedFile, resultLine, skipLines } from '../vitest/summary-lines.ts';

const file = (path: string, rest: Partial<NotedFile> = {}): NotedFile => ({
  path,
  cpuMs: 0,
  tests: [],
  isBroken: false,
  ...rest,
});

describe('the summary of a run', () => {
  it('names a file that runs for longer than 10 minutes', () => {
    vi.useFakeTimers();
    try {
      const log = vi.fn<(line: string) => void>();
      const reporter = summaryReporter({ seed: 1, isWhole: false, share: 1 });
      // Only what the reporter reads of Vitest.
      reporter.onInit?.({ logger: { log }, config: { root: '/r' } } as never);
      for (const moduleId of ['/r/a.test.ts', '/r/b.test.ts'])
        void reporter.onTestModuleStart?.({ moduleId } as never);
      void reporter.onTestModuleEnd?.({ moduleId: '/r/a.test.ts' } as never);
      vi.advanceTimersByTime(600_000);
      expect(log.mock.calls).toEqual([[' Hanging  b.test.ts']]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has one line for each need that is not met', () => {
    const skipped = (needs: string | undefined) => ({ state: 'skipped' as const, fullName: 'x', needs });
    const files = [
      file('a', { tests: [skipped('Redis: install it'), skipped(undefined)] }),
      file('b', { tests: [skipped('Redis: install it')] }),
    ];
    expect(skipLines(files)).toEqual([
      'Skipped  2 tests need Redis: install it',
      'Skipped  1 test needs a condition that its file states',
    ]);
  });

  it('has a command that runs each failure again alone, whatever its name', () => {
    const tests = [{ state: 'failed' as const, fullName: "it's (a) $ 5", needs: undefined }];
    expect(againLines([file('a.test.ts', { tests, isBroken: true })], 'npx vitest run')).toEqual([
      "Again    npx vitest run a.test.ts -t '^it'\\''s \\(a\\) \\$ 5$'",
    ]);
    expect(againLines([file('b.test.ts', { isBroken: true }), file('c.test.ts')], 'npx vitest run')).toEqual([
      'Again    npx vitest run b.test.ts',
    ]);
  });

  it('has the CPU time of packages, the dearest first, and of each file', () => {
    const files = [
      file('packages/core/src/a.test.ts', { cpuMs: 1500 }),
      file('packages/core/src/b.test.ts', { cpuMs: 500 }),
      file('apps/workbench/test/c.test.ts', { cpuMs: 1000 }),
    ];
    expect(cpuLines(files, 200)).toEqual([
      'CPU time 3.2 s: core 2.0, workbench 1.0, runner 0.2',
      '     1.5 packages/core/src/a.test.ts',
      '     1.0 apps/workbench/test/c.test.ts',
      '     0.5 packages/core/src/b.test.ts',
    ]);
  });

  it('counts tests by their result, and a broken file as a failure', () => {
    const test = (state: 'passed' | 'failed' | 'skipped') => ({ state, fullName: state, needs: undefined });
    const files = [
      file('a', { tests: [test('passed'), test('failed'), test('skipped')], isBroken: true }),
      file('b', { tests: [test('passed')], isBroken: true }),
    ];
    expect(resultLine(files)).toBe('2 passed, 2 failed, 1 skipped');
  });
});
