/**
 * A pool of workers for work that cannot be stopped from inside. A task has a deadline from the moment it is begun; at
 * the deadline its worker is ended, and another takes its place: whoever had it ended waits for that one. What waits is
 * bounded, and is served client by client.
 */
import { Worker } from 'node:worker_threads';
import { createFairTurns, type EndTurn, TurnRefusedError } from '../access/fair-turns.ts';
import type { TaskAnswer, TaskInput, TaskMessage, TaskName, TaskOutput, WorkerMessage } from './tasks.ts';

/** How a task ended. */
export type TaskEnd = 'done' | 'failed' | 'deadline' | 'busy' | 'client-busy' | 'aborted' | 'closed';

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
  run<Name extends TaskName>(task: Name, input: TaskInput<Name>, order: WorkOrder): Promise<TaskOutput<Name>>;
  /** Tasks that wait. */
  waiting(): number;
  /** Ends every worker; what runs or waits fails. */
  close(): Promise<void>;
}

/** For whom work is done, and how long it is wanted. */
export interface WorkOrder {
  client: string;
  signal?: AbortSignal;
}

/** How a pool is made. */
export interface WorkerPoolOptions {
  size: number;
  /** Workers busy for one client. {@default size} */
  maxPerClient?: number;
  deadlineMs: number;
  maxWaiting: number;
  /** {@default maxWaiting} */
  maxWaitingPerClient?: number;
  /** Heap of one worker in MiB. {@default 256} */
  maxMegabytes?: number;
  /** What workers run. {@default the tasks} */
  script?: URL;
  /** Called for every task. */
  onEnd?: (task: TaskName, end: TaskEnd, durationMs: number) => void;
  /** Called with how long a worker was busy for a client. */
  onBusy?: (client: string, milliseconds: number) => void;
}

interface Job {
  message: TaskMessage;
  settle: (end: TaskEnd, answer?: TaskAnswer) => void;
}

interface Seat {
  worker: Worker;
  /** It has loaded what it needs, which counts towards no deadline. */
  isReady: boolean;
  /** Called when it is ready, or has ended. */
  onReady?: (() => void) | undefined;
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

/** Beside the heap proper of a worker. */
const YOUNG_MEGABYTES = 32;

export function createWorkerPool({
  size,
  maxPerClient = size,
  deadlineMs,
  maxWaiting,
  maxWaitingPerClient = maxWaiting,
  maxMegabytes = 256,
  script = workerUrl,
  onEnd,
  onBusy,
}: WorkerPoolOptions): WorkerPool {
  const seats = new Set<Seat>();
  const turns = createFairTurns({ total: size, perClient: maxPerClient, maxWaiting, maxWaitingPerClient });
  let isClosed = false;
  // A file can make a task take memory; more than this ends its worker only.
  const resourceLimits = { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES };

  function openSeat(): Seat {
    const worker = new Worker(script, { resourceLimits, execArgv: [], stdout: true, stderr: true });
    const seat: Seat = { worker, isReady: false };
    worker.on('message', (message: WorkerMessage) => {
      if (message !== 'ready') return endJob(seat, 'error' in message ? 'failed' : 'done', message);
      seat.isReady = true;
      seat.onReady?.();
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
  }

  function leave(seat: Seat, end: TaskEnd, answer?: TaskAnswer): void {
    if (!seats.delete(seat)) return;
    void seat.worker.terminate();
    seat.onReady?.();
    endJob(seat, end, answer);
  }

  /** Whoever has a turn has a worker: there are as many of both. One that is starting comes last. */
  function freeSeat(): Seat {
    const free = [...seats].filter(({ job }) => job === undefined);
    return free.find(({ isReady }) => isReady) ?? free[0] ?? openSeat();
  }

  /** The turn of whoever had a worker ended lasts until there is another, so that it is nobody else who waits for it. */
  function endAfterStart(endTurn: EndTurn): void {
    const seat = openSeat();
    seat.onReady = () => {
      seat.onReady = undefined;
      endTurn();
    };
    seat.timer = setTimeout(() => leave(seat, 'failed'), STARTING_MS).unref();
  }

  function begin(seat: Seat, job: Job): void {
    seat.worker.postMessage(job.message);
    seat.job = job;
    seat.worker.ref();
    startTimer(seat);
  }

  function startTimer(seat: Seat): void {
    clearTimeout(seat.timer);
    if (seat.job === undefined) return;
    seat.timer = setTimeout(() => leave(seat, 'deadline'), seat.isReady ? deadlineMs : STARTING_MS);
  }

  function begun(
    seat: Seat,
    message: TaskMessage,
  ): Promise<{ end: TaskEnd; answer?: TaskAnswer | undefined }> {
    return new Promise((resolve) => {
      begin(seat, { message, settle: (end, answer) => resolve({ end, answer }) });
    });
  }

  async function work(message: TaskMessage, { client, signal }: WorkOrder): Promise<unknown> {
    const endTurn = await takeTurn(turns.take(client, signal));
    const begunAt = performance.now();
    let seat: Seat | undefined;
    try {
      if (isClosed) throw workError('closed');
      seat = freeSeat();
      const { end, answer } = await begun(seat, message);
      if (answer && 'output' in answer) return answer.output;
      throw workError(end as WorkError['end'], answer);
    } finally {
      onBusy?.(client, performance.now() - begunAt);
      if (seat === undefined || seats.has(seat) || isClosed) endTurn();
      else endAfterStart(endTurn);
    }
  }

  return {
    async run(task, input, order) {
      const askedAt = performance.now();
      let end: TaskEnd = 'done';
      try {
        return (await work({ task, input }, order)) as TaskOutput<typeof task>;
      } catch (error) {
        const failure = error instanceof WorkError ? error : workError('aborted');
        end = failure.end;
        throw failure;
      } finally {
        onEnd?.(task, end, performance.now() - askedAt);
      }
    },
    waiting: turns.waiting,
    async close() {
      isClosed = true;
      turns.close(workError('closed'));
      const workers = [...seats].map(({ worker }) => worker);
      for (const seat of [...seats]) leave(seat, 'closed');
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function takeTurn(turn: Promise<EndTurn>): Promise<EndTurn> {
  try {
    return await turn;
  } catch (error) {
    throw error instanceof TurnRefusedError
      ? workError(error.limit === 'client' ? 'client-busy' : 'busy')
      : error;
  }
}

const messages: Readonly<Record<WorkError['end'], string>> = {
  failed: 'The work failed',
  deadline: 'The work was ended at its deadline',
  busy: 'Too much work is waiting',
  'client-busy': 'Too much work of this client is waiting',
  aborted: 'The work is not wanted any more',
  closed: 'The workers are closed',
};

function workError(end: WorkError['end'], answer?: TaskAnswer): WorkError {
  const error = answer && 'error' in answer ? answer.error : undefined;
  return new WorkError(end, error?.message ?? messages[end], error?.code);
}
