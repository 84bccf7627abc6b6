/** A pool of threads for expensive work, with common limits. */
export type { Host, TaskPlace, Thread, ThreadListener, ThreadMessage } from './host.ts';
export { builtModule, nodeHost, processHost } from './host-node.ts';
export { type ThreadOptions, taskHost } from './node.ts';
export { createPool, type Pool, type PoolOptions, type WorkOrder } from './pool.ts';
export { Handover, type ServedTask, serveTasks, type TaskPort, type Tell } from './serve.ts';
export { type Asked, type Given, type RunTask, tasksOf } from './tasks-of.ts';
export type { ThreadData } from './thread.ts';
export { createFairTurns, type EndTurn, type FairTurns, TurnRefusedError } from './turns.ts';
export { isWorkError, type WorkEnd, WorkError } from './work-error.ts';
