/** One thread of a pool, and its current task. */
import type { Host, TaskFault, TaskMessage, Thread, ThreadMessage, WorkEnd } from './host.ts';

/** The start-up limit in milliseconds. A thread that has not loaded its modules by then is assumed to hang. */
const STARTING_MS = 20_000;

/**
 * How many milliseconds work may continue after its result is no longer needed. Most work finishes within this time,
 * and terminating its thread would cost more, because a new thread would have to be started.
 */
const ABANDONED_MS = 50;

/**
 * The limit on wall time, as a multiple of the deadline. It applies to work that uses hardly any processor time,
 * because it only waits or its thread gets none.
 */
const WALL_FACTOR = 10;

/** The maximum delay of a Node.js timer; a longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface SeatEnd {
  readonly end: WorkEnd;
  readonly output?: unknown;
  readonly fault?: TaskFault | undefined;
  readonly isThreadLost?: boolean;
  /** The processor time used, in milliseconds. */
  readonly cpuMs: number;
}

export interface SeatWork {
  readonly message: TaskMessage;
  readonly transfer: readonly ArrayBuffer[];
  /** The deadline in milliseconds of processor time. */
  readonly deadlineMs: number;
  readonly onTold?: ((told: never) => void) | undefined;
}

interface Job extends SeatWork {
  readonly settle: (end: SeatEnd) => void;
  /** The start in milliseconds of a monotonic clock; undefined while the thread is starting. */
  begunAt?: number;
}

export class Seat {
  /** Whether the thread has loaded its modules. Loading them does not count toward a deadline. */
  isReady = false;
  isOver = false;
  readonly #thread: Thread;
  readonly #onReady: (cpuMs: number) => void;
  readonly #onOver: (seat: Seat) => void;
  /** The thread's processor time at its last message. */
  #cpuMs = 0;
  #job: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wallTimer: NodeJS.Timeout | undefined;

  /**
   * @param onReady Called once with the cost of starting, when the thread is ready or has ended before that.
   * @param onOver Called when the thread has ended.
   * @param isAwaited Whether a client waits until the thread is ready. If so, the thread keeps the process alive until
   * then.
   */
  constructor(
    host: Host,
    onReady: (cpuMs: number) => void,
    onOver: (seat: Seat) => void,
    isAwaited: boolean,
  ) {
    this.#onReady = onReady;
    this.#onOver = onOver;
    this.#thread = host({
      said: (message) => this.#said(message),
      ended: (fault) => void this.leave('failed', { fault, isThreadLost: true }),
    });
    // An idle pool does not keep the process alive.
    this.#thread.hold(isAwaited);
    const fault = { message: `It did not start within ${STARTING_MS / 1000} seconds` };
    this.#timer = setTimeout(
      () => void this.leave('failed', { fault, isThreadLost: true }),
      STARTING_MS,
    ).unref();
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.isOver;
  }

  /** Runs a task. Resolves when the thread is free again or has ended. */
  begin(work: SeatWork): Promise<SeatEnd> {
    return new Promise((settle) => {
      this.#job = { ...work, settle };
      this.#thread.hold(true);
      if (this.isReady) this.#post(this.#job);
    });
  }

  /** Reports that the result is no longer needed. */
  abandon(): void {
    if (this.#job?.begunAt === undefined) this.#end('aborted', {});
    else this.#after(ABANDONED_MS, () => void this.leave('aborted'));
  }

  /** Ends the thread and its task. */
  leave(end: WorkEnd, facts: Pick<SeatEnd, 'fault' | 'isThreadLost'> = {}): Promise<void> {
    if (this.isOver) return Promise.resolve();
    const cpuMs = this.#usedMs();
    this.isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#wallTimer);
    const ended = this.#thread.end();
    if (!this.isReady) this.#onReady(cpuMs);
    this.#end(end, { ...facts, cpuMs });
    this.#onOver(this);
    return ended;
  }

  #said(message: ThreadMessage): void {
    if (this.isOver) return;
    if (message.kind === 'told') {
      this.#job?.onTold?.(message.told as never);
      return;
    }
    const cpuMs = Math.max(0, message.cpuMs - this.#cpuMs);
    this.#cpuMs = message.cpuMs;
    if (message.kind === 'done') this.#end('done', { output: message.output, cpuMs });
    else if (message.kind === 'failed') this.#end('failed', { fault: message.fault, cpuMs });
    else {
      this.isReady = true;
      clearTimeout(this.#timer);
      if (this.#job === undefined) this.#thread.hold(false);
      this.#onReady(cpuMs);
      if (this.#job) this.#post(this.#job);
    }
  }

  #post(job: Job): void {
    const { deadlineMs } = job;
    job.begunAt = performance.now();
    this.#watch(deadlineMs);
    if (deadlineMs !== Number.POSITIVE_INFINITY) {
      const wallMs = Math.min(deadlineMs * WALL_FACTOR, MAX_TIMER_MS);
      this.#wallTimer = setTimeout(() => void this.leave('deadline'), wallMs);
    }
    try {
      this.#thread.post(job.message, job.transfer);
    } catch (error) {
      // The input cannot be cloned. This is the caller's mistake, so only the task fails, not the thread.
      this.#end('failed', { fault: { message: (error as Error).message } });
    }
  }

  #end(end: WorkEnd, facts: Omit<SeatEnd, 'end' | 'cpuMs'> & { cpuMs?: number }): void {
    const job = this.#job;
    if (job === undefined) return;
    this.#job = undefined;
    clearTimeout(this.#wallTimer);
    // A thread that is still starting has its own time limit.
    if (this.isReady) clearTimeout(this.#timer);
    if (!this.isOver) this.#thread.hold(false);
    job.settle({ end, cpuMs: 0, ...facts });
  }

  #after(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }

  #watch(ms: number): void {
    if (ms !== Number.POSITIVE_INFINITY)
      this.#after(Math.min(Math.max(10, ms), MAX_TIMER_MS), () => this.#look());
  }

  #look(): void {
    const leftMs = (this.#job as Job).deadlineMs - this.#usedMs();
    if (leftMs <= 0) void this.leave('deadline');
    else this.#watch(leftMs);
  }

  /** The processor time in milliseconds since the thread's last message; wall time if unavailable. */
  #usedMs(): number {
    const cpuMs = this.#thread.cpuMs();
    if (cpuMs !== undefined) return Math.max(0, cpuMs - this.#cpuMs);
    const begunAt = this.#job?.begunAt;
    return begunAt === undefined ? 0 : performance.now() - begunAt;
  }
}
