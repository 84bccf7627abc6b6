/** The data that test files and tests report to the summary of a run, in addition to their results. */
declare module 'vitest' {
  interface TaskMeta {
    /**
     * CPU time of a test file. It includes the worker, from before the imports until the last hook, and children that
     * have exited.
     */
    cpuMs?: number;
    /**
     * What the test requires of the machine, and how to get it. Printed once for all tests that were skipped for this
     * reason.
     */
    needs?: string;
  }
}

export type {};
