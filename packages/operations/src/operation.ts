/** The definition of an operation: one kind of query, with the same input and the same answer in every interface. */
import type { AgentIndex } from 'robots-exclusion/agents';
import type { OperationLimits } from './limits.ts';
import type { Words } from './words.ts';

/** The caller's settings, which are not part of the query. */
export interface Call {
  readonly signal: AbortSignal;
  readonly limits: OperationLimits;
  /** The registry of crawlers. Default: the crawlers that this project knows. */
  readonly registry?: AgentIndex | undefined;
  /** The current time in epoch milliseconds. */
  now(): number;
}

/** The members that every operation has: its description, and a function that reads its input. */
export interface AnyOperation<Input, Asked> {
  readonly name: string;
  /** The query in a few words, for lists of operations. */
  readonly title: string;
  /** The purpose of the operation, in one or two sentences. */
  readonly about: string;
  /**
   * `one` if the operation returns one answer; `each` if it returns one answer for each URL and crawler. For `each`,
   * JSON output wraps the answers in `{"results": […]}`, and NDJSON output contains one answer per line.
   */
  readonly shape: 'one' | 'each';
  readonly example: Input;
  /** @throws {OperationError} If the input names no crawler, or contains something invalid. */
  asked(input: Input, call: Pick<Call, 'registry' | 'limits'>): Asked;
}

/**
 * An operation that needs more than its input, such as access to sites. The caller provides this access in the argument
 * `port` of `run`.
 *
 * @see {@link Operation}
 */
export interface PortOperation<Input, Asked> extends AnyOperation<Input, Asked> {
  run(asked: Asked, ...port: never): Promise<unknown>;
  /** The answer as text, for interfaces that show text. */
  words?(answer: never): Words;
}

/**
 * One operation without network access. `Input` is the data that callers send. `Asked` is the same data with names
 * resolved and octets decoded; it is plain data that can be sent to a thread. `Answer` is one object, which is
 * serialized to JSON unchanged.
 */
export interface Operation<Input, Asked, Answer> extends AnyOperation<Input, Asked> {
  /** The worst-case cost of answering in nanoseconds, estimated from the size of the input. */
  cost(asked: Asked): number;
  /** Loads modules that only some queries need, such as the dialects. */
  load?(asked: Asked): Promise<void>;
  /**
   * Computes the answers synchronously, so that any thread can call this method. The iteration can be stopped between
   * two answers.
   */
  run(asked: Asked): Iterable<Answer>;
  /** Like `run`, with the answers for one URL together; for operations that answer for several crawlers. */
  byUrl?(asked: Asked): Iterable<readonly Answer[]>;
  /** A note that concerns all answers of an `each` operation. */
  note?(asked: Asked): string | undefined;
  /** The answer as text. */
  words(answer: Answer): Words;
}
