/** Answers questions: at once where that is cheap whatever the file holds, else in a worker. */
import { WorkError, type WorkerPool } from '../pool/pool.ts';
import type { TaskInput, TaskName, TaskOutput } from '../pool/tasks.ts';
import { ProblemError } from '../problems.ts';
import type { RequestFacts } from '../request-facts.ts';
import { answerQuestions } from './answer-questions.ts';
import { isCheap } from './cost.ts';
import { AnswerTooLargeError, type Questions } from './questions.ts';

/** Answers questions; what cannot be answered in time or in size is a problem. */
export interface Answerer {
  /** @throws {ProblemError} */
  answer(questions: Questions, facts: RequestFacts): string[] | Promise<string[]>;
}

export function createAnswerer(pool: WorkerPool): Answerer {
  return {
    answer(questions, facts) {
      if (!isCheap(questions)) return runTask(pool, 'answers', questions, facts);
      const begunAt = performance.now();
      try {
        return answerQuestions(questions);
      } catch (error) {
        throw error instanceof AnswerTooLargeError ? new ProblemError('answer-too-large') : error;
      } finally {
        facts.share.spendCpu(performance.now() - begunAt);
      }
    },
  };
}

/**
 * Runs a task in a worker.
 *
 * @throws {ProblemError} If it takes too long, gives too much, or there is no room for it.
 */
export async function runTask<Name extends TaskName>(
  pool: WorkerPool,
  task: Name,
  input: TaskInput<Name>,
  { deadline, share }: RequestFacts,
): Promise<TaskOutput<Name>> {
  try {
    return await pool.run(task, input, { client: share.client, signal: deadline.signal() });
  } catch (error) {
    throw error instanceof WorkError ? problemOfWork(error) : error;
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
  // More memory than a worker may have is a file that costs too much, not a defect.
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new ProblemError('too-expensive');
  return error;
}
