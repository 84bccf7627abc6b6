/** Answers a query immediately if its worst-case cost is low. All other queries go to a worker. */

import { type Asked, type Given, isWorkError, type WorkError } from '@robots-exclusion/client/pool';
import type { OfflineName } from '@robots-exclusion/operations';
import { answerTexts, operationNamed } from '@robots-exclusion/operations/answer-text';
import { OperationError } from '@robots-exclusion/operations/errors';
import { isCheap } from '@robots-exclusion/operations/limits';
import { ProblemError, problemIn } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import type { ServicePool, Tasks } from './pool.ts';

/**
 * Answers a query with JSON texts, as `answerTexts` does. Rejects with a {@link ProblemError} or an
 * {@link OperationError} if a limit is exceeded.
 */
export type Answerer = (name: OfflineName, asked: unknown, facts: RequestFacts) => Promise<string[]>;

/** @param maxAnswerBytes Limit on the total size of the answers to one query. */
export function createAnswerer(pool: ServicePool, maxAnswerBytes: number): Answerer {
  return async (name, asked, facts) => {
    const operation = operationNamed(name);
    const question = { name, asked, maxAnswerBytes };
    if (!isCheap(operation.cost(asked))) return runTask(pool, 'operation', question, facts);
    await operation.load?.(asked);
    facts.share.enter();
    return answerTexts(question);
  };
}

/**
 * Runs a task in a thread.
 *
 * @param transfer Buffers in the input that are transferred instead of copied.
 * @throws {ProblemError} If the task takes too long, its output is too large, or the queue is full.
 */
export async function runTask<Name extends keyof Tasks & string>(
  pool: ServicePool,
  task: Name,
  input: Asked<Tasks, Name>,
  { deadline, share }: RequestFacts,
  transfer: readonly ArrayBuffer[] = [],
): Promise<Given<Tasks, Name>> {
  try {
    return await pool.run(task, input, { client: share.client, signal: deadline.signal(), transfer });
  } catch (error) {
    throw isWorkError(error) ? problemOfWork(error) : error;
  } finally {
    share.enter();
  }
}

function problemOfWork(error: WorkError): Error {
  if (error.end === 'deadline') return new ProblemError('too-expensive');
  if (error.end === 'busy') return new ProblemError('overloaded', { retryAfter: 1 });
  if (error.end === 'client-busy') {
    return new ProblemError('client-busy', { retryAfter: 1, detail: error.message });
  }
  if (error.end === 'closed') return new ProblemError('shutting-down', { retryAfter: 1 });
  if (error.code === 'answer-too-large') return new ProblemError('answer-too-large');
  if (error.code === 'invalid-request')
    return problemIn(new OperationError('invalid-request', error.message, error.path)) as Error;
  // If a worker exceeds its memory, the cause is a file that is too expensive and not a bug.
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new ProblemError('too-expensive');
  return error;
}
