/** What test files and tests report to the summary of a run, in addition to their results. */
declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a file: the worker's, from before its imports until its last hook, and its ended children's. */
    cpuMs?: number;
    /** What a test needs from the machine, and how to get it: printed once for all tests that were skipped for it. */
    needs?: string;
  }
}

export type {};
