/**
 * The source of threads, and the messages between a pool and its threads. A process can take the place of a thread.
 */

/** Where a task is defined: an exported function of one of our modules. */
export interface TaskPlace {
  /** The address of a module for `import`; threads with a fixed table ignore it. */
  readonly module: string;
  readonly name: string;
}

/** The message to a thread: one task at a time. */
export interface TaskMessage {
  readonly task: TaskPlace;
  readonly asked: unknown;
}

/** An error of a task in a form that can be sent. */
export interface TaskFault {
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly message: string;
}

/** The messages of a thread. `cpuMs` is the processor time that it has used since it began. */
export type ThreadMessage = { readonly cpuMs: number } & (
  | {
      readonly kind: 'ready';
      /** Where Linux reports how much processor time the thread has used. */
      readonly clock?: string | undefined;
    }
  | { readonly kind: 'told'; readonly told: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly fault: TaskFault }
);

/** A running thread. */
export interface Thread {
  post(message: TaskMessage, transfer?: readonly ArrayBuffer[]): void;
  /** Milliseconds of processor time since it began, measured from outside; undefined if unavailable. */
  cpuMs(): number | undefined;
  /** Whether it keeps the process alive. */
  hold(isHeld: boolean): void;
  end(): Promise<void>;
}

/** Receives events of a thread. */
export interface ThreadListener {
  said(message: ThreadMessage): void;
  /** It has ended unexpectedly. */
  ended(fault: TaskFault): void;
}

/** Starts threads. */
export type Host = (listener: ThreadListener) => Thread;
