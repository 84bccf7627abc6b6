/**
 * The definition of an operation: one question that every interface asks in the same terms and answers with the same
 * object.
 */
import type { AgentIndex } from 'robots-exclusion/agents';
import type { OperationLimits } from './limits.ts';
import type { Words } from './words.ts';

/** The caller's input besides the question. */
export interface Call {
  readonly signal: AbortSignal;
  readonly limits: OperationLimits;
  /** The registry for names of crawlers. Default: the crawlers that this project knows. */
  readonly registry?: AgentIndex | undefined;
  /** Epoch milliseconds. */
  now(): number;
}

/** What every operation has: its description, and how its input is read. */
export interface AnyOperation<Input, Asked> {
  readonly name: string;
  /** A question in a few words, for lists of operations. */
  readonly title: string;
  /** What it does, in a sentence or two. */
  readonly about: string;
  /**
   * `one`: gives one answer. `each`: gives one answer for each URL and crawler, which JSON wraps in `{"results":
   * […]}` and NDJSON writes one per line.
   */
  readonly shape: 'one' | 'each';
  /** An example of a question, for documentation. */
  readonly example: Input;
  /** @throws {OperationError} If the input names no crawler, or contains something invalid. */
  asked(input: Input, call: Pick<Call, 'registry' | 'limits'>): Asked;
}

/**
 * An operation that needs more than its question, such as sites: `run` takes that from its port.
 *
 * @see {@link Operation}
 */
export interface PortOperation<Input, Asked> extends AnyOperation<Input, Asked> {
  run(asked: Asked, ...port: never): Promise<unknown>;
  /** An answer as text, where a door shows it as such. */
  words?(answer: never): Words;
}

/**
 * One operation without network access. `Input` is what callers send. `Asked` is the same with names resolved and octets
 * decoded, as plain data that can be sent to a thread. `Answer` is one object, serialized to JSON as it is.
 */
export interface Operation<Input, Asked, Answer> extends AnyOperation<Input, Asked> {
  /** The worst-case cost of answering in nanoseconds, estimated from the size of the input. */
  cost(asked: Asked): number;
  /** Loads modules that this question needs and most do not, such as the dialects. */
  load?(asked: Asked): Promise<void>;
  /** Synchronous, so that any thread can run it; it can be stopped between two answers. */
  run(asked: Asked): Iterable<Answer>;
  /** A note on all answers of `each`. */
  note?(asked: Asked): string | undefined;
  /** The answer as text. */
  words(answer: Answer): Words;
}
