/** Why a piece of work has no result. */
import type { TaskFault } from './host.ts';

/** How a piece of work ended. */
export type WorkEnd = 'done' | 'failed' | 'deadline' | 'busy' | 'client-busy' | 'aborted' | 'closed';

const MESSAGES: Readonly<Record<Exclude<WorkEnd, 'done'>, string>> = {
  failed: 'The work failed',
  deadline: 'The work was ended at its deadline',
  busy: 'Too much work is waiting',
  'client-busy': 'Too much work of this client is waiting',
  aborted: 'The work is not wanted any more',
  closed: 'The threads are closed',
};

/**
 * Whether work ended without output. Its name tells, because the pool of a program may be of another copy of this module
 * than the one that asks.
 */
export function isWorkError(error: unknown): error is WorkError {
  return error instanceof Error && error.name === WORK_ERROR;
}

const WORK_ERROR = 'WorkError';

/** Work without output. */
export class WorkError extends Error {
  readonly end: Exclude<WorkEnd, 'done'>;
  /** The task's own message, if it failed. */
  readonly code: string | undefined;
  /** The thread has ended unexpectedly: the same work may succeed in another one. */
  readonly isThreadLost: boolean;
  /** The invalid member of the question. */
  readonly path: string | undefined;

  constructor(end: Exclude<WorkEnd, 'done'>, fault?: TaskFault, isThreadLost = false) {
    super(fault?.message ?? MESSAGES[end]);
    this.name = WORK_ERROR;
    this.end = end;
    this.code = fault?.code;
    this.isThreadLost = isThreadLost;
    this.path = fault?.path;
  }
}
