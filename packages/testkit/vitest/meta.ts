/** What test files and tests report to the summary of a run, in addition to their results. */
declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a file: of the worker, from before its imports until its last hook, and of its ended children. */
    cpuMs?: number;
    /**
     * What a test needs from the machine, and how to get it. Printed once for all tests that were skipped without it.
     */
    needs?: string;
  }
}

export type {};
