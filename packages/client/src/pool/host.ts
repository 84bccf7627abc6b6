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
