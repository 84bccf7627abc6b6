/** Worker processes: started, told to go, asked for their report, and killed whatever happens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A process of ours. */
export interface Worker {
  readonly process: ChildProcess;
  /** Resolves when the worker has opened what it needs. */
  ready(): Promise<void>;
  go(): void;
  /** Makes a crawler turn to other sites. */
  moveOn(): void;
  /** Ends a worker that works until it is told to stop; it still reports. */
  finish(): void;
  /** What the worker reports at its end. Rejects when it dies before, or is late. */
  report<Report>(timeoutMs?: number): Promise<Report>;
  /** Ends it as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Where a worker keeps things: `{ kind: 'redis', port }`, `{ kind: 'lmdb', path }` … See workers/open-store.js. */
export type StoreAddress =
  | { kind: 'redis' | 'tiered-redis'; port: number; timeoutMs?: number; pauseMs?: number }
  | { kind: 'lmdb' | 'tiered-lmdb'; path: string };

const reportTimeoutMs = 60_000;
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What a worker is denied. */
export interface WorkerLimits {
  /** No file grows beyond so many blocks of 512 octets: a write beyond fails as on a full disk. */
  maxFileBlocks?: number;
}

/** Starts `workers/NAME.js` with a task, which must be JSON. */
export function startWorker(name: string, task: object, { maxFileBlocks }: WorkerLimits = {}): Worker {
  const file = fileURLToPath(new URL(`workers/${name}.js`, import.meta.url));
  const command = [process.execPath, file, JSON.stringify(task)];
  // The signal for a file that is too large is ignored, so that the write fails instead.
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
  child.on('message', (message: { kind: string; value: unknown }) =>
    messages.set(message.kind, message.value),
  );
  const exit = once(child, 'exit').finally(() => running.delete(child));

  async function message(kind: string, timeoutMs: number): Promise<unknown> {
    const deadline = performance.now() + timeoutMs;
    while (!messages.has(kind)) {
      if (child.exitCode !== null || child.signalCode !== null) {
        // A last message may still be on its way when the process is gone.
        await sleep(50);
        if (messages.has(kind)) break;
        throw new Error(
          `Worker "${name}" ended with ${child.exitCode ?? child.signalCode}: ${errors.slice(0, 4000)}`,
        );
      }
      if (performance.now() > deadline)
        throw new Error(`Worker "${name}" sent no ${kind} within ${timeoutMs} ms`);
      await sleep(5);
    }
    return messages.get(kind);
  }

  return {
    process: child,
    ready: async () => void (await message('ready', reportTimeoutMs)),
    go: () => void child.send('go'),
    moveOn: () => void child.send('move-on'),
    finish: () => void child.send('finish'),
    report: async <Report>(timeoutMs = reportTimeoutMs) => (await message('report', timeoutMs)) as Report,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Lets all workers begin at the same moment, once all are ready, and gives their reports. */
export async function runTogether<Report>(workers: readonly Worker[]): Promise<Report[]> {
  try {
    await Promise.all(workers.map((worker) => worker.ready()));
    for (const worker of workers) worker.go();
    return await Promise.all(workers.map((worker) => worker.report<Report>()));
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
  }
}
