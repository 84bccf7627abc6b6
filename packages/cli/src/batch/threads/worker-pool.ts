/** Threads that evaluate chunks of a batch. */
import { builtModule, createPool, taskHost, tasksOf } from '@robots-exclusion/client/pool';
import { CommandError } from '../../command-error.ts';
import { ExitCode } from '../../exit-codes.ts';
import type { Chunk } from './chunk.ts';
import type { ChunkAnswers, ThreadTask } from './tasks.ts';

const MODULE = builtModule('./tasks.js', import.meta.url);

/** A pool with a limited number of threads, each started on demand. */
export interface WorkerPool {
  /** Whether a thread is free or can be started. */
  hasFree(): boolean;
  /**
   * Passes a chunk to a free thread. The thread becomes free again when the promise settles.
   *
   * @throws {CommandError} If the thread ends before it has returned the results.
   */
  ask(chunk: Chunk): Promise<ChunkAnswers>;
  /** Ends all threads; none is free afterwards. */
  close(): void;
}

/** Creates a pool of `size` threads. The pool sets no memory limit, because the files are the user's own. */
export function createWorkerPool(size: number, shared: ThreadTask): WorkerPool {
  const host = taskHost({ preload: [MODULE], shared, maxMegabytes: Number.POSITIVE_INFINITY });
  const pool = createPool({ host, size });
  const run = tasksOf<typeof import('./tasks.ts')>(pool, MODULE);
  return {
    hasFree: () => pool.hasRoom(),
    async ask(chunk) {
      const { first, lengths, octets } = chunk;
      const last = first + lengths.length - 1;
      try {
        return await run('answerChunk', chunk, {
          client: 'batch',
          transfer: [octets.buffer, lengths.buffer],
        });
      } catch (error) {
        throw ended(first, last, (error as Error).message);
      }
    },
    close: () => void pool.close(),
  };
}

function ended(first: number, last: number, reason: string): CommandError {
  return new CommandError(
    `A worker stopped at input lines ${first} to ${last} (${reason}): earlier lines were answered; these and later lines were not`,
    ExitCode.internal,
  );
}
