/**
 * Runs jobs in lanes: in order within a lane, and several lanes at a time. Results are returned as soon as they are
 * ready. The number of jobs that are accepted but not yet returned is bounded, so a source of any length can be
 * processed.
 */

export interface Lanes<Job, Result> {
  /**
   * Accepts a job. If there is no room for another job, returns a promise that resolves when there is room or the lanes
   * end.
   */
  add(lane: string, job: Job): Promise<void> | undefined;
  /** Declares that no more jobs will come, so the results end when all jobs are done. */
  close(): void;
  /** Ends the results immediately with this error. */
  fail(error: unknown): void;
  results(): AsyncGenerator<Result>;
}

export interface LanesOptions<Job, Result> {
  concurrency: number;
  /** Limit on the jobs that are accepted and not yet returned. */
  maxInside: number;
  /** Runs a job. Must not reject. */
  run: (job: Job) => Promise<Result>;
}

interface State<Job, Result> {
  /** The jobs by lane. An active lane stays in the map until it is empty. */
  jobs: Map<string, Job[]>;
  idle: string[];
  ready: Result[];
  working: number;
  inside: number;
  isClosed: boolean;
  failure?: { error: unknown };
  wakeReader: () => void;
  wakeFeeder: () => void;
}

export function createLanes<Job, Result>(options: LanesOptions<Job, Result>): Lanes<Job, Result> {
  const state: State<Job, Result> = {
    jobs: new Map(),
    idle: [],
    ready: [],
    working: 0,
    inside: 0,
    isClosed: false,
    wakeReader: () => {},
    wakeFeeder: () => {},
  };
  return {
    add: (lane, job) => add(state, options, lane, job),
    close() {
      state.isClosed = true;
      state.wakeReader();
    },
    fail(error) {
      state.failure ??= { error };
      state.wakeReader();
      state.wakeFeeder();
    },
    results: () => results(state),
  };
}

function add<Job, Result>(
  state: State<Job, Result>,
  options: LanesOptions<Job, Result>,
  lane: string,
  job: Job,
): Promise<void> | undefined {
  state.inside += 1;
  const queue = state.jobs.get(lane);
  if (queue) queue.push(job);
  else {
    state.jobs.set(lane, [job]);
    state.idle.push(lane);
    startWorkers(state, options);
  }
  return isFull(state, options) ? room(state, options) : undefined;
}

async function room<Job, Result>(
  state: State<Job, Result>,
  options: LanesOptions<Job, Result>,
): Promise<void> {
  while (isFull(state, options)) {
    await new Promise<void>((resolve) => {
      state.wakeFeeder = resolve;
    });
  }
}

function isFull<Job, Result>(
  { inside, failure }: State<Job, Result>,
  { maxInside }: LanesOptions<Job, Result>,
): boolean {
  return inside >= maxInside && failure === undefined;
}

async function* results<Job, Result>(state: State<Job, Result>): AsyncGenerator<Result> {
  for (;;) {
    if (state.failure !== undefined) throw state.failure.error;
    if (state.ready.length > 0) {
      state.inside -= 1;
      state.wakeFeeder();
      yield state.ready.shift()!;
    } else if (state.isClosed && state.jobs.size === 0) return;
    else {
      await new Promise<void>((resolve) => {
        state.wakeReader = resolve;
      });
    }
  }
}

function startWorkers<Job, Result>(state: State<Job, Result>, options: LanesOptions<Job, Result>): void {
  // After a failure, no workers start. A worker would run no job and would start the next worker immediately,
  // recursively for every lane.
  if (state.failure !== undefined) return;
  while (state.working < options.concurrency && state.idle.length > 0) {
    state.working += 1;
    void work(state, options, state.idle.shift()!);
  }
}

async function work<Job, Result>(
  state: State<Job, Result>,
  options: LanesOptions<Job, Result>,
  lane: string,
): Promise<void> {
  // More jobs may be added to the lane while the loop runs.
  for (const job of takeAll(state.jobs.get(lane)!)) {
    if (state.failure !== undefined) break;
    state.ready.push(await options.run(job));
    state.wakeReader();
  }
  state.jobs.delete(lane);
  state.working -= 1;
  startWorkers(state, options);
  state.wakeReader();
}

function* takeAll<Job>(queue: Job[]): Generator<Job> {
  while (queue.length > 0) yield queue.shift()!;
}
