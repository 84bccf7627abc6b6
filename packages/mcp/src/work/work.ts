/** Work on a foreign file, in a thread that is ended when it takes too long: nothing that is sent hangs the server. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ToolError } from '../tool-error.ts';
import type { Results, Task } from './tasks.ts';

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/work/thread.js' : './thread.js',
  import.meta.url,
);
const MAX_MEGABYTES = 512;
/** Work that waits for a thread; what is more is refused. */
const MAX_WAITING = 32;

/** Carries out work. */
export interface Work {
  /** @throws {ToolError} If it takes too long, or too much waits. */
  run<Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<Results[Kind]>;
}

export function createWork(timeoutMs: number): Work {
  const size = Math.max(1, availableParallelism() - 1);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running >= size) {
      if (waiting.length >= MAX_WAITING) throw new ToolError('Too much work is waiting: ask again later');
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running += 1;
  }

  return {
    async run(task, signal) {
      await turn();
      try {
        signal.throwIfAborted();
        return (await inThread(task, timeoutMs, signal)) as never;
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}

function inThread(task: Task, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    const timer = setTimeout(() => end(() => reject(tooLong(timeoutMs))), timeoutMs);
    const abort = (): void => end(() => reject(signal.reason));
    function end(settle: () => void): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      thread.removeAllListeners();
      thread.on('error', () => {});
      void thread.terminate();
      settle();
    }
    signal.addEventListener('abort', abort, { once: true });
    thread.on('message', (result) => end(() => resolve(result)));
    thread.on('error', () =>
      end(() => reject(new ToolError('The work failed: the file needs too much memory'))),
    );
    thread.on('exit', () => end(() => reject(new ToolError('The work ended without a result'))));
  });
}

function tooLong(timeoutMs: number): ToolError {
  return new ToolError(`The work took longer than ${timeoutMs} ms and was ended`);
}
