/** Runs an operation in this thread. */
import type { Operation } from './operation.ts';

/** Loads the modules that an operation with the shape `one` needs, then returns its answer. */
export async function oneAnswer<Asked, Answer>(
  operation: Pick<Operation<never, Asked, Answer>, 'load' | 'run'>,
  asked: Asked,
): Promise<Answer> {
  const [answer] = await everyAnswer(operation, asked);
  return answer as Answer;
}

/** All answers, in order. */
export async function everyAnswer<Asked, Answer>(
  { load, run }: Pick<Operation<never, Asked, Answer>, 'load' | 'run'>,
  asked: Asked,
): Promise<readonly Answer[]> {
  await load?.(asked);
  return [...run(asked)];
}
