/** Starts worker processes, lets them run, collects their reports, and always kills them in the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Worker {
  readonly process: ChildProcess;
  /** Resolves when the worker has opened what it needs. */
  ready(): Promise<void>;
  go(): void;
  /** Starts the next part of the work: other sites, or the next round. */
  moveOn(): void;
  /** Asks a worker that would otherwise run forever to finish. The worker still sends its report. */
  finish(): void;
  /** Resolves to a message of this kind that `isIt` accepts. Rejects if the worker ends first. */
  said<Value>(kind: string, isIt?: (value: Value) => boolean): Promise<Value>;
  /** Resolves to the worker's final report. Rejects if the worker dies first. */
  report<Report>(): Promise<Report>;
  /** Sends SIGKILL, and waits until the process has exited. */
  kill(): Promise<void>;
}

/** Where a worker stores values: `{ kind: 'redis', port }`, `{ kind: 'lmdb', path }` … See workers/open-store.js. */
export type StoreAddress =
  | { kind: 'redis' | 'tiered-redis'; host?: string; port: number; timeoutMs?: number; pauseMs?: number }
  | { kind: 'lmdb' | 'tiered-lmdb'; path: string; clockOffsetMs?: number };

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface WorkerLimits {
  /** Limit on file sizes in blocks of 512 octets. A write beyond the limit fails as on a full disk. */
  maxFileBlocks?: number;
  /** Runs the worker in this network namespace, with only its addresses. */
  namespace?: string;
}

/** Starts `workers/NAME.js` with a task, which must be JSON. */
export function startWorker(
  name: string,
  task: object,
  { maxFileBlocks, namespace }: WorkerLimits = {},
): Worker {
  const file = fileURLToPath(new URL(`workers/${name}.js`, import.meta.url));
  const inNamespace = namespace === undefined ? [] : ['ip', 'netns', 'exec', namespace];
  const command = [...inNamespace, process.execPath, file, JSON.stringify(task)];
  // Ignores SIGXFSZ, the signal for a file that is too large, so that the write fails instead of ending the process.
  const limit = `trap '' XFSZ; ulimit -f ${maxFileBlocks}; exec "$@"`;
  const [program = '', ...words] =
    maxFileBlocks === undefined ? command : ['sh', '-c', limit, 'sh', ...command];
  const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  running.add(child);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  const messages = new Map<string, unknown>();
  const arrivals = new EventEmitter().setMaxListeners(0);
  child.on('message', ({ kind, value }: { kind: string; value: unknown }) => {
    messages.set(kind, value);
    arrivals.emit('change');
  });
  // Unlike `exit`, this event comes after the worker's last message.
  let end: number | string | null | undefined;
  const gone = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    end = code ?? signal;
    arrivals.emit('change');
  });

  async function message(kind: string, isIt: (value: unknown) => boolean = () => true): Promise<unknown> {
    while (!messages.has(kind) || !isIt(messages.get(kind))) {
      if (end !== undefined)
        throw new Error(`Worker "${name}" ended with ${end} before its "${kind}": ${errors.slice(0, 4000)}`);
      await once(arrivals, 'change');
    }
    return messages.get(kind);
  }

  return {
    process: child,
    ready: async () => void (await message('ready')),
    go: () => void child.send('go'),
    moveOn: () => void child.send('move-on'),
    finish: () => void child.send('finish'),
    said: async <Value>(kind: string, isIt?: (value: Value) => boolean) =>
      (await message(kind, isIt as (value: unknown) => boolean)) as Value,
    report: async <Report>() => (await message('report')) as Report,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Starts all workers at the same moment, once all are ready, and returns their reports. */
export async function runTogether<Report>(workers: readonly Worker[]): Promise<Report[]> {
  try {
    await Promise.all(workers.map((worker) => worker.ready()));
    for (const worker of workers) worker.go();
    return await Promise.all(workers.map((worker) => worker.report<Report>()));
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
}
