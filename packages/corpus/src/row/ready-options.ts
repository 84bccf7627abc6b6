/** The options of rows, validated. */
import type { Preset } from '@robots-exclusion/client/stored-answer';
import type { ColumnName } from './corpus-row.ts';

/** A requested crawler. */
export interface AskedCrawler {
  /** The name of its column: its tokens with commas. */
  readonly name: string;
  /** Product tokens of its own groups, in comparison form. */
  readonly tokens: readonly string[];
  /** Tokens whose groups it follows if none of its own is named; the first that is named counts. */
  readonly fallbackTokens: readonly string[];
  /** The groups of `*` apply if none of these is named. */
  readonly appliesStar: boolean;
}

/** Prepared options. */
export interface ReadyOptions {
  readonly crawlers: readonly AskedCrawler[];
  readonly targets: readonly string[];
  /** Targets that are `/robots.txt` itself: always allowed (RFC 9309 §2.2.2). */
  readonly alwaysOpen: ReadonlySet<string>;
  readonly preset: Preset;
  readonly maxBytes: number;
  readonly warc: string | null;
  readonly columns: readonly ColumnName[];
}
