/**
 * A pool of threads for work that cannot interrupt itself. A program uses one pool for all its work. A task has a
 * deadline in processor time. At the deadline, the thread of the task is terminated and replaced, and only the client
 * of that task waits for the replacement. The queue is bounded, and clients are served in rotation. The pool can run
 * any task.
 */
import { onAbort } from '../abort-listeners.ts';
import { type Host, type TaskPlace, type WorkEnd, WorkError } from './host.ts';
import { Seat, type SeatEnd } from './seat.ts';
import { createFairTurns, type EndTurn, TurnRefusedError } from './turns.ts';

/** The client for which work is done, and the limits of the work. */
export interface WorkOrder {
  /** The client's name. Clients are served in rotation. */
  readonly client: string;
  /**
   * Aborted if the result is no longer needed. A queued task is then removed immediately. A running task may finish
   * within a short time; after that, its thread is terminated.
   */
  readonly signal?: AbortSignal | undefined;
  /** The deadline in milliseconds of processor time. {@default that of the pool} */
  readonly deadlineMs?: number;
  /** Buffers of the input that are transferred instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Called with the progress that a running task reports. */
  readonly onTold?: (told: never) => void;
}

/** Runs work in threads. */
export interface Pool {
  /** @throws {WorkError} */
  run(task: TaskPlace, asked: unknown, order: WorkOrder): Promise<unknown>;
  /** The number of tasks in the queue. */
  waiting(): number;
  /** The number of tasks in progress. */
  running(): number;
  /** Whether a thread is free or can be started. */
  hasRoom(): boolean;
  /** Starts this many threads in advance, because starting takes longer than most work. */
  warmUp(count: number): void;
  /** Ends every thread. Running and queued tasks fail. */
  close(): Promise<void>;
}

/** Options of a pool. */
export interface PoolOptions {
  readonly host: Host;
  /** The maximum number of threads. */
  readonly size: number;
  /** The maximum number of threads that one client may occupy. {@default size} */
  readonly maxPerClient?: number;
  /** The deadline of a task in milliseconds of processor time. {@default Infinity} */
  readonly deadlineMs?: number;
  /** Limit on queued tasks. {@default Infinity} */
  readonly maxWaiting?: number;
  /** Limit on queued tasks per client. {@default maxWaiting} */
  readonly maxWaitingPerClient?: number;
  /** Called when a task has ended. */
  readonly onEnd?: (name: string, end: WorkEnd, durationMs: number) => void;
  /**
   * Called with the processor time that a client's work has used. Called again with the processor time for starting a
   * new thread, if that work ended its thread.
   */
  readonly onSpent?: (client: string, cpuMs: number) => void;
}

/** Creates a pool. Threads are started on demand. */
export function createPool(options: PoolOptions): Pool {
  return new ThreadPool(options);
}

class ThreadPool implements Pool {
  readonly #options: PoolOptions;
  readonly #turns: ReturnType<typeof createFairTurns>;
  readonly #seats = new Set<Seat>();
  #running = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    const { size, maxPerClient = size, maxWaiting = Number.POSITIVE_INFINITY } = options;
    const { maxWaitingPerClient = maxWaiting } = options;
    this.#options = options;
    this.#turns = createFairTurns({ total: size, perClient: maxPerClient, maxWaiting, maxWaitingPerClient });
  }

  async run(task: TaskPlace, asked: unknown, order: WorkOrder): Promise<unknown> {
    const askedAt = performance.now();
    let end: WorkEnd = 'done';
    try {
      return await this.#work(task, asked, order);
    } catch (error) {
      const failure = error instanceof WorkError ? error : new WorkError('aborted');
      end = failure.end;
      throw failure;
    } finally {
      this.#options.onEnd?.(task.name, end, performance.now() - askedAt);
    }
  }

  waiting(): number {
    return this.#turns.waiting();
  }

  running(): number {
    return this.#running;
  }

  hasRoom(): boolean {
    return !this.#isClosed && this.#turns.running() < this.#options.size;
  }

  warmUp(count: number): void {
    while (this.#seats.size < Math.min(count, this.#options.size) && !this.#isClosed) this.#open(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#turns.close(new WorkError('closed'));
    await Promise.all([...this.#seats].map((seat) => seat.leave('closed')));
  }

  async #work(task: TaskPlace, asked: unknown, order: WorkOrder): Promise<unknown> {
    const { deadlineMs: usualMs = Number.POSITIVE_INFINITY } = this.#options;
    const { client, signal, transfer = [], deadlineMs = usualMs, onTold } = order;
    const endTurn = await turnOf(this.#turns.take(client, signal));
    if (this.#isClosed) {
      endTurn();
      throw new WorkError('closed');
    }
    const seat = this.#freeSeat();
    this.#running += 1;
    const begun = seat.begin({ message: { task, asked }, transfer, deadlineMs, onTold });
    const over = begun.then((end) => this.#ended(seat, end, client, endTurn));
    const { end, output, fault, isThreadLost } = await unlessAborted(over, signal, () => seat.abandon());
    if (end === 'done') return output;
    throw new WorkError(end, fault, isThreadLost);
  }

  #ended(seat: Seat, end: SeatEnd, client: string, endTurn: EndTurn): SeatEnd {
    this.#running -= 1;
    this.#options.onSpent?.(client, end.cpuMs);
    if (!seat.isOver || this.#isClosed) endTurn();
    // If a task ended its thread, its client keeps the turn until the replacement is ready, so no other client waits
    // for it.
    else
      this.#open((cpuMs) => {
        this.#options.onSpent?.(client, cpuMs);
        endTurn();
      }, true);
    return end;
  }

  /**
   * A seat with a free thread. A caller that has a turn always finds one, because there are as many turns as threads. A
   * thread that is still starting is used only if no other is free.
   */
  #freeSeat(): Seat {
    const free = [...this.#seats].filter(({ isFree }) => isFree);
    return free.find(({ isReady }) => isReady) ?? free[0] ?? this.#open(() => {});
  }

  #open(onReady: (cpuMs: number) => void, isAwaited = false): Seat {
    const seat = new Seat(this.#options.host, onReady, (over) => this.#seats.delete(over), isAwaited);
    this.#seats.add(seat);
    return seat;
  }
}

async function turnOf(turn: Promise<EndTurn>): Promise<EndTurn> {
  try {
    return await turn;
  } catch (error) {
    if (!(error instanceof TurnRefusedError)) throw error;
    throw new WorkError(error.limit === 'client' ? 'client-busy' : 'busy');
  }
}

/** Waits for the end of the work or for an abort, whichever comes first. */
function unlessAborted(
  over: Promise<SeatEnd>,
  signal: AbortSignal | undefined,
  abandon: () => void,
): Promise<SeatEnd> {
  if (signal === undefined) return over;
  return new Promise((resolve) => {
    const stopListening = onAbort(signal, () => {
      abandon();
      resolve({ end: 'aborted', cpuMs: 0 });
    });
    void over.then((end) => {
      stopListening();
      resolve(end);
    });
  });
}
