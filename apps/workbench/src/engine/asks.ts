/** Runs operations as jobs of a worker, with the same input and output as in all other interfaces. */
import type { Operation } from '@robots-exclusion/operations';
import { greatestLimits, type OperationLimits } from '@robots-exclusion/operations/limits';
import { oneAnswer } from '@robots-exclusion/operations/one-answer';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

/** Limits of the operations. A draft is read up to 500 KiB, the least that crawlers must parse (RFC 9309 §2.5). */
export const pageLimits: OperationLimits = { ...greatestLimits, maxRobotsBytes: DEFAULT_MAX_BYTES };

/** Creates a job that runs an operation and returns its answer. */
export function asks<Input, Asked, Answer>(
  operation: Pick<Operation<Input, Asked, Answer>, 'asked' | 'load' | 'run'>,
): (input: Input) => Promise<Answer> {
  return async (input) => oneAnswer(operation, operation.asked(input, { limits: pageLimits }));
}
