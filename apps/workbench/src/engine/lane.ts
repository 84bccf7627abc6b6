/**
 * Runs the jobs of one worker, one at a time. A new job replaces a running job of the same name. A worker that is
 * silent for too long is terminated and replaced, because synchronous work cannot be interrupted from outside.
 */
import type { JobName, JobReply, JobRequest, Jobs } from './protocol.ts';

/** Why a job has no result. The values are those of the Node.js worker pool (`WorkEnd`). */
export type JobEnd = 'aborted' | 'deadline' | 'failed';

export class JobError extends Error {
  readonly end: JobEnd;

  constructor(end: JobEnd, message: string) {
    super(message);
    this.end = end;
  }
}

export interface JobOptions<Name extends JobName> {
  onPart?: (part: Jobs[Name]['part']) => void;
  /** Milliseconds without a message after which the worker is terminated. {@default 5000} */
  silenceMs?: number;
  /** Aborts the job, so that the next job starts immediately. */
  signal?: AbortSignal;
}

interface Asked {
  readonly id: number;
  readonly name: JobName;
  readonly question: unknown;
  readonly silenceMs: number;
  /** Whether a second worker has already received the job. */
  isSecondTry: boolean;
  onPart(part: unknown): void;
  resolve(answer: unknown): void;
  reject(error: JobError): void;
}

const DEFAULT_SILENCE_MS = 5000;
/** Time for a new worker to load its modules. A slow network or a busy machine must not count as a job's silence. */
const START_MS = 60_000;
/** A busy worker that does not react to a new job within this time is terminated. */
const SUPERSEDED_MS = 200;

export class Lane {
  #worker: Worker | undefined;
  #running: Asked | undefined;
  /** Pending jobs of other kinds, the newest of each kind. */
  readonly #waiting: Map<JobName, Asked> = new Map();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the worker has loaded: it sends a message then. */
  #isStarted = false;
  /** Whether the worker has sent a message since it received its last job. */
  #isHeard = true;
  #lastId = 0;
  readonly #start: () => Worker;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * Runs a job. The job replaces any job of the same name, and waits for a running job of another name.
   *
   * @throws {JobError} As a rejection: if the job was superseded, too slow, or failed.
   */
  run<Name extends JobName>(
    name: Name,
    question: Jobs[Name]['question'],
    { onPart, silenceMs = DEFAULT_SILENCE_MS, signal }: JobOptions<Name> = {},
  ): Promise<Jobs[Name]['answer']> {
    return new Promise((resolve, reject) => {
      const asked: Asked = {
        id: ++this.#lastId,
        name,
        question,
        silenceMs,
        isSecondTry: false,
        onPart: (part) => onPart?.(part as Jobs[Name]['part']),
        resolve: (answer) => resolve(answer as Jobs[Name]['answer']),
        reject,
      };
      signal?.addEventListener('abort', () => this.#drop(asked), { once: true });
      this.#take(asked);
    });
  }

  #take(asked: Asked): void {
    const before = this.#running;
    if (before !== undefined && before.name !== asked.name) {
      this.#waiting.get(asked.name)?.reject(superseded());
      this.#waiting.set(asked.name, asked);
      return;
    }
    before?.reject(superseded());
    this.#beginSoon(asked);
  }

  #drop(asked: Asked): void {
    asked.reject(superseded());
    if (this.#waiting.get(asked.name) === asked) this.#waiting.delete(asked.name);
    if (this.#running !== asked) return;
    clearTimeout(this.#timer);
    this.#running = undefined;
    this.#beginNext();
  }

  /**
   * Starts the job. If the worker is still busy with a dropped job, it gets a moment to react before it is replaced.
   */
  #beginSoon(asked: Asked): void {
    const isBusy = !this.#isHeard && this.#isStarted;
    this.#begin(asked);
    if (isBusy) this.#expectSign(SUPERSEDED_MS, () => this.#beginElsewhere(asked));
  }

  #begin(asked: Asked): void {
    this.#running = asked;
    this.#isHeard = false;
    const { id, name, question, silenceMs } = asked;
    this.#workerNow().postMessage({ id, name, question } as JobRequest);
    const mostMs = this.#isStarted ? silenceMs : Math.max(silenceMs, START_MS);
    this.#expectSign(mostMs, () => this.#giveUp());
  }

  /** Starts the job on a new worker, because the old one is still busy with a dropped job. */
  #beginElsewhere(asked: Asked): void {
    this.#endWorker();
    this.#begin(asked);
  }

  #workerNow(): Worker {
    if (this.#worker === undefined) {
      const worker = this.#start();
      worker.addEventListener('message', ({ data }: MessageEvent<JobReply>) => this.#hear(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        this.#endWorker();
        this.#finish((asked) =>
          asked.reject(new JobError('failed', event.message || 'The worker did not start')),
        );
      });
      this.#worker = worker;
    }
    return this.#worker;
  }

  #expectSign(milliseconds: number, otherwise: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(otherwise, milliseconds);
  }

  #hear(reply: JobReply): void {
    this.#isStarted = true;
    const running = this.#running;
    if (running === undefined) {
      this.#isHeard = true;
      return;
    }
    if (reply.id !== running.id) {
      // A message about an earlier job shows that the worker is not stuck.
      this.#expectSign(running.silenceMs, () => this.#giveUp());
      return;
    }
    this.#isHeard = true;
    if (reply.kind === 'part') {
      this.#expectSign(running.silenceMs, () => this.#giveUp());
      running.onPart(reply.part);
    } else if (reply.kind === 'done') {
      this.#finish((asked) => asked.resolve(reply.answer));
    } else if (reply.isUnloaded && !running.isSecondTry) {
      // Tries a new worker, because one that started before the page was cached for offline use cannot load the cached
      // files.
      running.isSecondTry = true;
      this.#beginElsewhere(running);
    } else {
      this.#finish((asked) => asked.reject(new JobError('failed', reply.message)));
    }
  }

  #giveUp(): void {
    this.#endWorker();
    this.#finish(({ reject, silenceMs }) =>
      reject(new JobError('deadline', `Stopped: no answer within ${silenceMs / 1000} seconds`)),
    );
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isStarted = false;
    this.#isHeard = true;
  }

  /** Settles the running job and starts the oldest waiting one. */
  #finish(settle: (asked: Asked) => void): void {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = undefined;
    if (running !== undefined) settle(running);
    this.#beginNext();
  }

  #beginNext(): void {
    const [next] = this.#waiting.values();
    if (next === undefined || this.#running !== undefined) return;
    this.#waiting.delete(next.name);
    this.#beginSoon(next);
  }
}

function superseded(): JobError {
  return new JobError('aborted', 'Another question took its place');
}
