/** The options of rows, validated. */
import type { Preset } from '@robots-exclusion/client/stored-answer';
import type { ColumnName } from './corpus-row.ts';

/** A requested crawler. */
export interface AskedCrawler {
  /** The name of the crawler's column: its tokens, comma-separated. */
  readonly name: string;
  /** Product tokens of its own groups, in comparison form. */
  readonly tokens: readonly string[];
  /** Tokens whose groups it follows if no group names its own tokens; the first one that is named counts. */
  readonly fallbackTokens: readonly string[];
  /** The groups of `*` apply if no group names any of these. */
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
