/**
 * Defines the interface through which a pool starts threads, and the messages between the pool and a thread. A process
 * can be used instead of a thread.
 */

/** Identifies a task by its module and the name of the exported function. */
export interface TaskPlace {
  /** The address of a module for `import`; threads with a fixed task table ignore it. */
  readonly module: string;
  readonly name: string;
}

/** A message to a thread, which contains one task. */
export interface TaskMessage {
  readonly task: TaskPlace;
  readonly asked: unknown;
}

/** An error of a task, in a form that can be sent between threads. */
export interface TaskFault {
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly message: string;
}

/** A message from a thread. `cpuMs` is the processor time that the thread has used since it began. */
export type ThreadMessage = { readonly cpuMs: number } & (
  | {
      readonly kind: 'ready';
      /** The file in which Linux reports the thread's processor time. */
      readonly clock?: string | undefined;
    }
  | { readonly kind: 'told'; readonly told: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly fault: TaskFault }
);

/** A running thread. */
export interface Thread {
  post(message: TaskMessage, transfer?: readonly ArrayBuffer[]): void;
  /** The processor time in milliseconds since the thread began, measured from outside; undefined if unavailable. */
  cpuMs(): number | undefined;
  /** Sets whether the thread keeps this process alive. */
  hold(isHeld: boolean): void;
  end(): Promise<void>;
}

/** Receives events of a thread. */
export interface ThreadListener {
  said(message: ThreadMessage): void;
  /** Called when the thread has ended unexpectedly. */
  ended(fault: TaskFault): void;
}

/** Starts threads. */
export type Host = (listener: ThreadListener) => Thread;

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
