/**
 * Runs work on untrusted files in threads. A thread that takes too long is terminated, so no input can hang the server.
 */
import { availableParallelism } from 'node:os';
import {
  type Asked,
  builtModule,
  createPool,
  type Given,
  isWorkError,
  type Pool,
  taskHost,
  tasksOf,
  type WorkError,
} from '@robots-exclusion/client/pool';
import { OperationError } from '@robots-exclusion/operations/errors';

type Tasks = typeof import('./tasks.ts');

const MODULE = builtModule('./tasks.js', import.meta.url);
const MAX_MEGABYTES = 512;
/** The maximum number of queued tasks; further tasks are rejected. */
const MAX_WAITING = 32;

export interface Work {
  /** @throws {OperationError} If the work takes too long, or too much work is queued. */
  run<Name extends keyof Tasks & string>(
    name: Name,
    asked: Asked<Tasks, Name>,
    signal: AbortSignal,
  ): Promise<Given<Tasks, Name>>;
}

/** Creates the thread pool of a server that does not share the pool of a service. */
export function ownPool(deadlineMs: number): Pool {
  return createPool({
    host: taskHost({ preload: [MODULE], maxMegabytes: MAX_MEGABYTES }),
    size: Math.max(1, availableParallelism() - 1),
    deadlineMs,
    maxWaiting: MAX_WAITING,
  });
}

/** @param client Identifies the caller. Callers take turns. */
export function createWork(pool: Pool, client: string): Work {
  const run = tasksOf<Tasks>(pool, MODULE);
  return {
    async run(name, asked, signal) {
      try {
        return await run(name, asked, { client, signal });
      } catch (error) {
        signal.throwIfAborted();
        if (!isWorkError(error)) throw error;
        throw operationErrorOf(error);
      }
    },
  };
}

function operationErrorOf({ end, code, message }: WorkError): OperationError {
  if (end === 'deadline')
    return new OperationError(
      'too-expensive',
      'The work exceeded the limit on processor time for one call and was stopped',
    );
  if (end === 'busy') return new OperationError('overloaded', 'Too much work is queued: try again later');
  if (end === 'client-busy')
    return new OperationError(
      'client-busy',
      'Too much of your work is queued: try again when it has been answered',
    );
  if (end === 'closed') return new OperationError('shutting-down', 'The server is closing');
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new OperationError('too-expensive', 'The work failed: the file needs too much memory');
  if (code === 'invalid-request') return new OperationError('invalid-request', message);
  return new OperationError('internal-error', `The work failed: ${message}`);
}
