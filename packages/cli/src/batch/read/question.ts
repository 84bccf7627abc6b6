/** One question of a batch. */
import type { Body, Dialect } from 'robots-exclusion';

/** The question of one record. */
export interface Question {
  /** The next record overwrites these octets: copy them to keep a file. */
  readonly body: Body;
  /** A name of one crawler, or the list of its tokens; empty if the run names the crawlers. */
  readonly agent: string | readonly string[];
  /** Whether the tokens are literal: the record or the run requests it, or names a dialect. */
  readonly isLiteral: boolean;
  /** Empty if the run names the targets. */
  readonly url: string;
  readonly dialect: Dialect;
}

/** Crawlers and targets for every file of a run, instead of those of its record. */
export interface AskedOfAll {
  /** Undefined: each record names its crawler. */
  readonly crawlers: readonly string[] | undefined;
  /** Undefined: each record names its URL. */
  readonly targets: readonly string[] | undefined;
}

/** The dialects that records can name. */
export type NamedDialects = typeof import('../../dialects.ts');

/** Defaults for records that do not say otherwise. */
export interface ReadingOptions {
  readonly dialect: Dialect;
  /** Undefined until they are loaded: few runs need them. */
  readonly dialects: NamedDialects | undefined;
  readonly isLiteral: boolean;
  readonly asked: AskedOfAll;
}

/** Signals that the question can be read once the dialects are loaded. */
export class DialectsWanted extends Error {}

/** A line whose id is known, so that errors can name it. */
export interface OpenedLine {
  /** The id in the form for the answer. */
  readonly id: string;
  /**
   * @throws {BadRecord} If a part is missing or has the wrong type.
   * @throws {DialectsWanted} If it names a dialect, and none are loaded.
   */
  question(options: ReadingOptions): Question;
}
