/** Work whose cost depends on a site's file. */
import { type Failure, type OfflineName, type Operation, offline } from '@robots-exclusion/operations';
import type { DecisionAnswer } from '@robots-exclusion/operations/evaluate';
import { everyAnswer } from '@robots-exclusion/operations/one-answer';

/** What each URL is given. */
export type Decided = readonly (DecisionAnswer | Failure)[];

/** What is asked of an operation: plain enough to be sent to a thread. */
export interface OperationAsked {
  readonly name: OfflineName;
  readonly asked: unknown;
}

/** What it answers. */
export async function operation({ name, asked }: OperationAsked): Promise<readonly object[]> {
  return everyAnswer(offline[name] as unknown as Operation<never, unknown, object>, asked);
}
