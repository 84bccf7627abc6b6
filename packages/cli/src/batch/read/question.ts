/** One question of a batch. */
import type { Body, Dialect } from 'robots-exclusion';

/** What one record asks. */
export interface Question {
  /** Octets are overwritten by those of the next record: who keeps a file keeps a copy. */
  readonly body: Body;
  /** A name of one crawler, or the list of its tokens; empty where the run asks about crawlers of its own. */
  readonly agent: string | readonly string[];
  /** The tokens stand for themselves: the record or the run asks for that, or names a dialect. */
  readonly isLiteral: boolean;
  /** Empty where the run asks about targets of its own. */
  readonly url: string;
  readonly dialect: Dialect;
}

/** Crawlers and targets that every file of a run is asked about, in place of those of its record. */
export interface AskedOfAll {
  /** Undefined: each record names its crawler. */
  readonly crawlers: readonly string[] | undefined;
  /** Undefined: each record names its URL. */
  readonly targets: readonly string[] | undefined;
}

/** The dialects that records can name. */
export type NamedDialects = typeof import('../../dialects.ts');

/** What holds for records that do not say otherwise. */
export interface ReadingOptions {
  readonly dialect: Dialect;
  /** Undefined as long as they are not loaded: few runs need them. */
  readonly dialects: NamedDialects | undefined;
  readonly isLiteral: boolean;
  readonly asked: AskedOfAll;
}

/** The question can be read when the dialects are loaded. */
export class DialectsWanted extends Error {}

/** A line whose id is known, so that also an error can name it. */
export interface OpenedLine {
  /** As it is written into the answer. */
  readonly id: string;
  /**
   * @throws {BadRecord} If a part is missing or of the wrong kind.
   * @throws {DialectsWanted} If it names a dialect, and none are loaded.
   */
  question(options: ReadingOptions): Question;
}
