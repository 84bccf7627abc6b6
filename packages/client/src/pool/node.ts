/** The pool on Node.js. */

import type { Host } from './host.ts';
import { builtModule, nodeHost } from './host-node.ts';
import type { ThreadData } from './thread.ts';

/** Beside the heap proper of a thread. */
const YOUNG_MEGABYTES = 32;

/** What threads are made with. */
export interface ThreadOptions {
  /** Modules that every thread loads at its start. */
  readonly preload?: readonly string[];
  /** What tasks need in every thread, as `workerData.shared`. */
  readonly shared?: unknown;
  /** Heap of one thread in MiB: a file can make a task take memory, and more than this ends its thread only. {@default 256} */
  readonly maxMegabytes?: number;
}

/** Starts threads that carry out tasks of any module of ours. */
export function taskHost({ preload = [], shared, maxMegabytes = 256 }: ThreadOptions = {}): Host {
  const limits = { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  return nodeHost(new URL(builtModule('./thread.js', import.meta.url)), {
    workerData: { preload, shared } satisfies ThreadData,
    ...(maxMegabytes !== Number.POSITIVE_INFINITY && { resourceLimits: limits }),
    stdout: true,
    stderr: true,
  });
}
