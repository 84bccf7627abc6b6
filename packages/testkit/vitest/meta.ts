/** The data that test files and tests report to the summary of a run, in addition to their results. */
declare module 'vitest' {
  interface TaskMeta {
    /**
     * CPU time of a test file: of the worker, from before the imports until the last hook, and of children that have
     * exited.
     */
    cpuMs?: number;
    /**
     * A requirement of the test on the machine, and how to get it. Printed once for all tests that were skipped because
     * of it.
     */
    needs?: string;
  }
}

export type {};
