/** What an operation is: one question that every door asks in the same words and answers with the same object. */
import type { AgentIndex } from 'robots-exclusion/agents';
import type { OperationLimits } from './limits.ts';
import type { NetworkPort } from './network.ts';
import type { Words } from './words.ts';

/** What a caller brings besides the question. */
export interface Call {
  readonly signal: AbortSignal;
  readonly limits: OperationLimits;
  /** Where names of crawlers are looked up. Default: the crawlers that this project knows. */
  readonly registry?: AgentIndex | undefined;
  /** Epoch milliseconds. */
  now(): number;
}

/** A call that may reach sites. */
export interface NetworkCall extends Call {
  readonly network: NetworkPort;
}

/**
 * One operation. `Input` is what callers send; `Asked` is the same with names resolved and octets decoded: plain data
 * that can be sent to a thread; `Answer` is one object, written to JSON as it is.
 */
export interface Operation<Input, Asked, Answer> {
  readonly name: string;
  /** A question in a few words, for lists of what can be asked. */
  readonly title: string;
  /** What it does, in a sentence or two. */
  readonly about: string;
  /**
   * `one`: it gives one answer. `each`: it gives one answer for each URL and crawler, which JSON wraps in
   * `{"results": […]}` and NDJSON writes a line each.
   */
  readonly shape: 'one' | 'each';
  /** A question, for documentation. */
  readonly example: Input;
  /** @throws {OperationError} If the input names no crawler, or what it hands in cannot be used. */
  asked(input: Input, call: Pick<Call, 'registry' | 'limits'>): Asked;
  /** Nanoseconds that answering may take at worst, estimated from the sizes of what was asked. */
  cost(asked: Asked): number;
  /** Loads what this question needs and most do not, such as the dialects. */
  load?(asked: Asked): Promise<void>;
  /** Synchronous, so that any thread can carry it out; between two answers it can be stopped. */
  run(asked: Asked): Iterable<Answer>;
  /** A note on all answers of `each`. */
  note?(asked: Asked): string | undefined;
  /** The answer as text. */
  words(answer: Answer): Words;
}
