/** Threads that answer chunks of a batch. */
import { Worker } from 'node:worker_threads';
import { CommandError } from '../../command-error.ts';
import { ExitCode } from '../../exit-codes.ts';
import type { Chunk } from './chunk.ts';
import { type ChunkAnswers, THREAD_VARIABLE, type ThreadData, type ThreadTask } from './worker-thread.ts';

/** At most so many threads; each begins when it is first needed. */
export interface WorkerPool {
  /** Whether a thread is free, or can be started. */
  hasFree(): boolean;
  /**
   * Hands a chunk to a free thread, which is free again when the promise settles.
   *
   * @throws {CommandError} If the thread ends before it has answered.
   */
  ask(chunk: Chunk): Promise<ChunkAnswers>;
  /** Ends all threads; no thread is free any more. */
  close(): void;
}

/** A pool of `size` threads. */
export function createWorkerPool(size: number, task: ThreadTask): WorkerPool {
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  let isClosed = false;

  function start(): Worker {
    // The program that runs is the thread's program too, however it is packed: it comes to the same command.
    const thread = new Worker(process.argv[1] as string, {
      argv: process.argv.slice(2),
      workerData: { robotsBatch: task } satisfies ThreadData,
      env: { ...process.env, [THREAD_VARIABLE]: '1' },
    });
    threads.add(thread);
    // Without a listener it would be an error of this thread; whoever waits for an answer has listeners of its own.
    thread.on('error', () => {});
    thread.once('exit', () => {
      threads.delete(thread);
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    return thread;
  }

  return {
    hasFree: () => !isClosed && (idle.length > 0 || threads.size < size),
    async ask(chunk) {
      const thread = idle.pop() ?? start();
      const answers = await answersOf(thread, chunk);
      idle.push(thread);
      return answers;
    },
    close() {
      isClosed = true;
      for (const thread of threads) void thread.terminate();
    },
  };
}

function answersOf(thread: Worker, chunk: Chunk): Promise<ChunkAnswers> {
  const last = chunk.first + chunk.lengths.length - 1;
  return new Promise((resolve, reject) => {
    let reason: string | undefined;
    const onMessage = (answers: ChunkAnswers): void => {
      thread.off('error', onError).off('exit', onExit);
      resolve(answers);
    };
    const onError = (error: Error): void => {
      reason = error.message;
    };
    const onExit = (code: number): void => {
      thread.off('message', onMessage).off('error', onError);
      reject(ended(chunk.first, last, reason ?? `exit code ${code}`));
    };
    thread.once('message', onMessage).once('error', onError).once('exit', onExit);
    thread.postMessage(chunk, [chunk.octets.buffer, chunk.lengths.buffer]);
  });
}

function ended(first: number, last: number, reason: string): CommandError {
  return new CommandError(
    `A worker ended at input lines ${first} to ${last} (${reason}): lines before them are answered, these and later ones are not`,
    ExitCode.internal,
  );
}
