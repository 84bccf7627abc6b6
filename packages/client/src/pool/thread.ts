/**
 * The code of a thread, which runs tasks from any module. Before the thread reports that it is ready, it loads the
 * modules in `preload`, which every task needs.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { TaskPlace } from './host.ts';
import { type ServedTask, serveTasks } from './serve.ts';

/** The data that the pool passes to the thread when it starts. */
export interface ThreadData {
  readonly preload: readonly string[];
  readonly shared?: unknown;
}

async function find({ module, name }: TaskPlace): Promise<ServedTask> {
  const exported = (await import(module)) as Record<string, unknown>;
  const task = Object.hasOwn(exported, name) ? exported[name] : undefined;
  if (typeof task !== 'function') throw new TypeError(`The module ${module} exports no task "${name}"`);
  return task as ServedTask;
}

for (const module of (workerData as ThreadData).preload) await import(module);
if (parentPort) serveTasks(parentPort, find);
