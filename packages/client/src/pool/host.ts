/** Where threads come from, and what is said between a pool and its threads. A process can be one, too. */

/** Where a task is found: a function that a module of ours exports. */
export interface TaskPlace {
  /** The address of a module, as `import` takes it; threads of a fixed table leave it out of account. */
  readonly module: string;
  readonly name: string;
}

/** What is sent to a thread: one task at a time. */
export interface TaskMessage {
  readonly task: TaskPlace;
  readonly asked: unknown;
}

/** What went wrong in a task, in a form that can be sent. */
export interface TaskFault {
  readonly code?: string | undefined;
  readonly path?: string | undefined;
  readonly message: string;
}

/** What a thread sends. `cpuMs` is the processor time that it has used since it began. */
export type ThreadMessage = { readonly cpuMs: number } & (
  | {
      readonly kind: 'ready';
      /** Where Linux tells others how much processor time the thread has used. */
      readonly clock?: string | undefined;
    }
  | { readonly kind: 'told'; readonly told: unknown }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly fault: TaskFault }
);

/** A thread that runs. */
export interface Thread {
  post(message: TaskMessage, transfer?: readonly ArrayBuffer[]): void;
  /** Milliseconds of processor time since it began, as seen from outside; undefined where nobody tells. */
  cpuMs(): number | undefined;
  /** Whether the process stays for it. */
  hold(isHeld: boolean): void;
  end(): Promise<void>;
}

/** Hears from a thread. */
export interface ThreadListener {
  said(message: ThreadMessage): void;
  /** It has ended by itself. */
  ended(fault: TaskFault): void;
}

/** Starts threads. */
export type Host = (listener: ThreadListener) => Thread;
