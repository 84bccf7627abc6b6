/** A pool of threads for expensive work, with common limits. */
export {
  type Host,
  isWorkError,
  type TaskPlace,
  type Thread,
  type ThreadListener,
  type ThreadMessage,
  type WorkEnd,
  WorkError,
} from './host.ts';
export { builtModule, nodeHost, processHost } from './host-node.ts';
export { type ThreadOptions, taskHost } from './node.ts';
export { createPool, type Pool, type PoolOptions, type WorkOrder } from './pool.ts';
export {
  type Asked,
  type Given,
  Handover,
  type RunTask,
  type ServedTask,
  serveTasks,
  type TaskPort,
  type Tell,
  tasksOf,
} from './serve.ts';
export type { ThreadData } from './thread.ts';
export { createFairTurns, type EndTurn, type FairTurns, TurnRefusedError } from './turns.ts';
