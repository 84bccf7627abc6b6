/** Explains why a task has no result. */
import type { TaskFault } from './host.ts';

/** How a task ended. */
export type WorkEnd = 'done' | 'failed' | 'deadline' | 'busy' | 'client-busy' | 'aborted' | 'closed';

const MESSAGES: Readonly<Record<Exclude<WorkEnd, 'done'>, string>> = {
  failed: 'The work failed',
  deadline: 'The work was stopped at its deadline',
  busy: 'Too much work is queued',
  'client-busy': 'Too much work from this client is queued',
  aborted: 'The caller cancelled the work',
  closed: 'The worker pool is closed',
};

/**
 * Whether an error is a {@link WorkError}, judged by its name, because the pool and the caller may use different copies
 * of this module.
 */
export function isWorkError(error: unknown): error is WorkError {
  return error instanceof Error && error.name === WORK_ERROR;
}

const WORK_ERROR = 'WorkError';

/** The error of a task that ended without output. */
export class WorkError extends Error {
  readonly end: Exclude<WorkEnd, 'done'>;
  /** The error code of the task, if it failed. */
  readonly code: string | undefined;
  /** Whether the thread ended unexpectedly, so the same task may succeed in another thread. */
  readonly isThreadLost: boolean;
  /** The path of the invalid member of the input. */
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
