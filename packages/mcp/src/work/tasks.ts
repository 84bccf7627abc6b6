/** Tasks whose cost depends on a site's file. */
import { type Failure, type OfflineName, type Operation, offline } from '@robots-exclusion/operations';
import type { DecisionAnswer } from '@robots-exclusion/operations/evaluate';
import { everyAnswer } from '@robots-exclusion/operations/one-answer';

export type Decided = readonly (DecisionAnswer | Failure)[];

/** The input of an operation, as plain data that can be sent to a thread. */
export interface OperationAsked {
  readonly name: OfflineName;
  readonly asked: unknown;
}

/** Runs an operation in a thread and returns its answers. */
export async function operation({ name, asked }: OperationAsked): Promise<readonly object[]> {
  return everyAnswer(offline[name] as unknown as Operation<never, unknown, object>, asked);
}
