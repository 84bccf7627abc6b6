/**
 * A pool of workers for work that cannot be stopped from inside. A task has a deadline from the moment it is begun; at
 * the deadline its worker is ended, and another takes its place when there is work. What waits is bounded.
 */
import { Worker } from 'node:worker_threads';
import type { TaskAnswer, TaskInput, TaskMessage, TaskName, TaskOutput, WorkerMessage } from './tasks.ts';

/** How a task ended. */
export type TaskEnd = 'done' | 'failed' | 'deadline' | 'busy' | 'aborted' | 'closed';

/** Why a task gave no output. */
export class WorkError extends Error {
  readonly end: Exclude<TaskEnd, 'done'>;
  /** What the task itself says, where it failed. */
  readonly code: string | undefined;

  constructor(end: Exclude<TaskEnd, 'done'>, message: string, code?: string) {
    super(message);
    this.name = 'WorkError';
    this.end = end;
    this.code = code;
  }
}

/** Runs tasks. */
export interface WorkerPool {
  /** @throws {WorkError} */
  run<Name extends TaskName>(
    task: Name,
    input: TaskInput<Name>,
    signal?: AbortSignal,
  ): Promise<TaskOutput<Name>>;
  /** Tasks that wait. */
  waiting(): number;
  /** Ends every worker; what runs or waits fails. */
  close(): Promise<void>;
}

/** How a pool is made. */
export interface WorkerPoolOptions {
  size: number;
  deadlineMs: number;
  maxWaiting: number;
  /** What workers run. {@default the tasks} */
  script?: URL;
  /** Told of every task. */
  onEnd?: (task: TaskName, end: TaskEnd, durationMs: number) => void;
}

interface Job {
  message: TaskMessage;
  signal: AbortSignal | undefined;
  settle: (end: TaskEnd, answer?: TaskAnswer) => void;
}

interface Seat {
  worker: Worker;
  /** It has loaded what it needs, which counts towards nobody's deadline. */
  isReady: boolean;
  job?: Job | undefined;
  timer?: NodeJS.Timeout | undefined;
}

/** Threads run JavaScript: beside the sources, which only a test runner can run, that is what was built of them. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/pool/worker.js' : './worker.js',
  import.meta.url,
);

/** A worker that has not loaded what it needs after this many milliseconds never will. */
const STARTING_MS = 20_000;

/** A file can make a task take memory; more than this ends its worker only. */
const resourceLimits = Object.freeze({ maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 });

export function createWorkerPool({
  size,
  deadlineMs,
  maxWaiting,
  script = workerUrl,
  onEnd,
}: WorkerPoolOptions): WorkerPool {
  const seats = new Set<Seat>();
  const queue: Job[] = [];
  let isClosed = false;

  function openSeat(): Seat {
    const worker = new Worker(script, { resourceLimits, execArgv: [], stdout: true, stderr: true });
    const seat: Seat = { worker, isReady: false };
    worker.on('message', (message: WorkerMessage) => {
      if (message !== 'ready') return endJob(seat, 'error' in message ? 'failed' : 'done', message);
      seat.isReady = true;
      startTimer(seat);
    });
    worker.on('error', (error) => leave(seat, 'failed', { error }));
    worker.on('exit', () => leave(seat, 'failed', { error: { message: 'The worker ended' } }));
    // A pool that nobody waits for keeps no process alive.
    worker.unref();
    seats.add(seat);
    return seat;
  }

  function endJob(seat: Seat, end: TaskEnd, answer?: TaskAnswer): void {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = undefined;
    seat.worker.unref();
    job?.settle(end, answer);
    fill();
  }

  function leave(seat: Seat, end: TaskEnd, answer?: TaskAnswer): void {
    if (!seats.delete(seat)) return;
    void seat.worker.terminate();
    endJob(seat, end, answer);
  }

  function fill(): void {
    while (queue.length > 0 && !isClosed) {
      const idle = [...seats].find(({ job }) => job === undefined);
      if (idle === undefined && seats.size >= size) return;
      const job = queue.shift() as Job;
      if (job.signal?.aborted) job.settle('aborted');
      else begin(idle ?? openSeat(), job);
    }
  }

  function begin(seat: Seat, job: Job): void {
    seat.job = job;
    seat.worker.ref();
    startTimer(seat);
    seat.worker.postMessage(job.message);
  }

  function startTimer(seat: Seat): void {
    clearTimeout(seat.timer);
    if (seat.job === undefined) return;
    seat.timer = setTimeout(() => leave(seat, 'deadline'), seat.isReady ? deadlineMs : STARTING_MS);
  }

  return {
    run(task, input, signal) {
      const startedAt = performance.now();
      return new Promise((resolve, reject) => {
        const settle = (end: TaskEnd, answer?: TaskAnswer): void => {
          onEnd?.(task, end, performance.now() - startedAt);
          if (answer && 'output' in answer) resolve(answer.output as TaskOutput<typeof task>);
          else reject(workError(end as WorkError['end'], answer));
        };
        if (isClosed) return settle('closed');
        if (queue.length >= maxWaiting && seats.size >= size && [...seats].every(({ job }) => job)) {
          return settle('busy');
        }
        queue.push({ message: { task, input }, signal, settle });
        fill();
      });
    },
    waiting: () => queue.length,
    async close() {
      isClosed = true;
      for (const job of queue.splice(0)) job.settle('closed');
      const workers = [...seats].map(({ worker }) => worker);
      for (const seat of [...seats]) leave(seat, 'closed');
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

const messages: Readonly<Record<WorkError['end'], string>> = {
  failed: 'The work failed',
  deadline: 'The work was ended at its deadline',
  busy: 'Too much work is waiting',
  aborted: 'The work is not wanted any more',
  closed: 'The workers are closed',
};

function workError(end: WorkError['end'], answer: TaskAnswer | undefined): WorkError {
  const error = answer && 'error' in answer ? answer.error : undefined;
  return new WorkError(end, error?.message ?? messages[end], error?.code);
}
