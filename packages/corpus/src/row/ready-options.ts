/** What a row is asked to say, checked. */
import type { Preset } from '@robots-exclusion/client/stored-answer';
import type { ColumnName } from './corpus-row.ts';

/** A crawler that is asked about. */
export interface AskedCrawler {
  /** The name of its column: its tokens with commas. */
  readonly name: string;
  /** Product tokens whose groups are its own, as they are compared. */
  readonly tokens: readonly string[];
  /** Tokens whose groups it follows if none of its own is named, the first of them that is. */
  readonly fallbackTokens: readonly string[];
  /** The groups of `*` bind it where none of these is named. */
  readonly appliesStar: boolean;
}

/** Options made ready. */
export interface ReadyOptions {
  readonly crawlers: readonly AskedCrawler[];
  readonly targets: readonly string[];
  /** Targets that are `/robots.txt` itself: allowed whatever the rules (RFC 9309 §2.2.2). */
  readonly alwaysOpen: ReadonlySet<string>;
  readonly preset: Preset;
  readonly maxBytes: number;
  readonly warc: string | null;
  readonly columns: readonly ColumnName[];
}
