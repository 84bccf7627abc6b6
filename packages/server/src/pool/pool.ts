/** The service's threads: one pool for all queries, over HTTP and MCP. */
import {
  builtModule,
  createPool,
  type Pool,
  type RunTask,
  taskHost,
  tasksOf,
  type WorkEnd,
} from '@robots-exclusion/client/pool';
import type { ServiceLimits } from '../limits.ts';

export type Tasks = typeof import('./tasks.ts');

/** Runs the service's tasks. Other users in this process, such as the MCP handler, run their tasks through `shared`. */
export interface ServicePool extends Pick<Pool, 'waiting' | 'running' | 'close'> {
  /** @throws {WorkError} */
  readonly run: RunTask<Tasks>;
  readonly shared: Pool;
}

export interface PoolEvents {
  onEnd(name: string, end: WorkEnd, durationMs: number): void;
  onSpent(client: string, cpuMs: number): void;
}

export function createServicePool(limits: ServiceLimits, events: PoolEvents): ServicePool {
  const module = builtModule('./tasks.js', import.meta.url);
  const shared = createPool({
    host: taskHost({ preload: [module], maxMegabytes: limits.maxWorkerMegabytes }),
    size: limits.workers,
    maxPerClient: limits.maxWorkersPerClient,
    deadlineMs: limits.workDeadlineMs,
    maxWaiting: limits.maxQueuedWork,
    maxWaitingPerClient: limits.maxQueuedWorkPerClient,
    ...events,
  });
  return {
    run: tasksOf<Tasks>(shared, module),
    shared,
    waiting: () => shared.waiting(),
    running: () => shared.running(),
    close: () => shared.close(),
  };
}
