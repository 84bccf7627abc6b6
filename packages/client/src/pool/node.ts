/** The pool on Node.js. */

import type { Host } from './host.ts';
import { builtModule, nodeHost } from './host-node.ts';
import type { ThreadData } from './thread.ts';

/** Heap limit for young objects in MiB, in addition to the heap limit of a thread. */
const YOUNG_MEGABYTES = 32;

/** Options of threads. */
export interface ThreadOptions {
  /** Modules that every thread loads when it starts. */
  readonly preload?: readonly string[];
  /** Data for tasks in every thread, available as `workerData.shared`. */
  readonly shared?: unknown;
  /** Heap limit of one thread in MiB. A task that exceeds it ends only its own thread. {@default 256} */
  readonly maxMegabytes?: number;
}

/** Starts threads that run tasks of any of our modules. */
export function taskHost({ preload = [], shared, maxMegabytes = 256 }: ThreadOptions = {}): Host {
  const limits = { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  return nodeHost(new URL(builtModule('./thread.js', import.meta.url)), {
    workerData: { preload, shared } satisfies ThreadData,
    ...(maxMegabytes !== Number.POSITIVE_INFINITY && { resourceLimits: limits }),
    stdout: true,
    stderr: true,
  });
}
