/** Threads for heavy work, under one set of limits. */
export type { Host, TaskPlace, Thread, ThreadListener, ThreadMessage } from './host.ts';
export { builtModule, nodeHost } from './host-node.ts';
export { type ThreadOptions, taskHost } from './node.ts';
export { createPool, type Pool, type PoolOptions, type WorkOrder } from './pool.ts';
export { Handover, type ServedTask, serveTasks } from './serve.ts';
export { type Asked, type Given, type RunTask, tasksOf } from './tasks-of.ts';
export { createFairTurns, type EndTurn, type FairTurns, TurnRefusedError } from './turns.ts';
export { type WorkEnd, WorkError } from './work-error.ts';
