/** The data that test files and tests report to the summary of a run, in addition to their results. */
declare module 'vitest' {
  interface TaskMeta {
    /**
     * CPU time of a file: that of the worker, from before the imports until the last hook, and that of ended children.
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
