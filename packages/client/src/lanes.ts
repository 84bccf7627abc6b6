/**
 * Work in lanes: in order within a lane, some lanes at a time, results as they are ready. What is taken in and not yet
 * handed over is bounded, so that a source of any length can be fed through.
 */

/** Runs work in lanes. */
export interface Lanes<Job, Result> {
  /** Takes a job in; resolves when there is room for another, or the lanes have ended. */
  add(lane: string, job: Job): Promise<void>;
  /** No more jobs: the results end when all are done. */
  close(): void;
  /** The results end at once with this error. */
  fail(error: unknown): void;
  results(): AsyncGenerator<Result>;
}

/** How lanes are made. */
export interface LanesOptions<Job, Result> {
  /** Lanes worked on at a time. */
  concurrency: number;
  /** Jobs taken in and not yet handed over. */
  maxInside: number;
  /** Must not reject. */
  run: (job: Job) => Promise<Result>;
}

export function createLanes<Job, Result>({
  concurrency,
  maxInside,
  run,
}: LanesOptions<Job, Result>): Lanes<Job, Result> {
  const jobs = new Map<string, Job[]>();
  /** Lanes with jobs that nobody works on. */
  const idle: string[] = [];
  const ready: Result[] = [];
  let working = 0;
  let inside = 0;
  let isClosed = false;
  let failure: { error: unknown } | undefined;
  let wakeReader: (() => void) | undefined;
  let wakeFeeder: (() => void) | undefined;

  function startWorkers(): void {
    while (working < concurrency && idle.length > 0) {
      working += 1;
      void work(idle.shift()!);
    }
  }

  async function work(lane: string): Promise<void> {
    const queue = jobs.get(lane)!;
    // The queue may grow while its jobs are worked on.
    for (const job of takeAll(queue)) {
      if (failure !== undefined) break;
      ready.push(await run(job));
      wakeReader?.();
    }
    jobs.delete(lane);
    working -= 1;
    startWorkers();
    wakeReader?.();
  }

  return {
    async add(lane, job) {
      inside += 1;
      const queue = jobs.get(lane);
      if (queue) queue.push(job);
      else {
        jobs.set(lane, [job]);
        idle.push(lane);
        startWorkers();
      }
      while (inside >= maxInside && failure === undefined) {
        await new Promise<void>((resolve) => {
          wakeFeeder = resolve;
        });
      }
    },
    close() {
      isClosed = true;
      wakeReader?.();
    },
    fail(error) {
      failure ??= { error };
      wakeReader?.();
      wakeFeeder?.();
    },
    async *results() {
      for (;;) {
        if (failure !== undefined) throw failure.error;
        if (ready.length > 0) {
          inside -= 1;
          wakeFeeder?.();
          yield ready.shift()!;
        } else if (isClosed && jobs.size === 0) return;
        else {
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
        }
      }
    },
  };
}

function* takeAll<Job>(queue: Job[]): Generator<Job> {
  while (queue.length > 0) yield queue.shift()!;
}
