/** One query of a batch. */
import type { Body, Dialect } from 'robots-exclusion';

export interface Question {
  /** Unless it is repeated, the next record overwrites these octets, so copy them to keep the file. */
  readonly body: Body;
  /** Whether a record before had an equal text; then `body` is the same object for each of them. */
  readonly isRepeated: boolean;
  /** A name of one crawler, or the list of its tokens; empty if the run names the crawlers. */
  readonly agent: string | readonly string[];
  /**
   * Whether the tokens are literal: true if the record or the run requests literal tokens, or if the record names a
   * dialect.
   */
  readonly isLiteral: boolean;
  /** The URL; empty if the run names the targets. */
  readonly url: string;
  readonly dialect: Dialect;
}

/** Crawlers and targets that apply to every file of a run, instead of those in each record. */
export interface AskedOfAll {
  /** The crawlers; undefined if each record names its own. */
  readonly crawlers: readonly string[] | undefined;
  /** The targets; undefined if each record names its own URL. */
  readonly targets: readonly string[] | undefined;
}

export type NamedDialects = typeof import('../../dialects.ts');

/** How to read records. The values apply to records that do not specify their own. */
export interface ReadingOptions {
  readonly dialect: Dialect;
  /** Undefined until the dialects are loaded, because few runs need them. */
  readonly dialects: NamedDialects | undefined;
  readonly isLiteral: boolean;
  readonly asked: AskedOfAll;
}

/** Signals that the record can be read only after the dialects are loaded. */
export class DialectsWanted extends Error {}

/** A line whose id is known, so that error messages can include the id. */
export interface OpenedLine {
  /** The id in the form that the output uses. */
  readonly id: string;
  /**
   * @throws {BadRecord} If a part is missing or has the wrong type.
   * @throws {DialectsWanted} If the line names a dialect, and the dialects are not loaded.
   */
  question(options: ReadingOptions): Question;
}
