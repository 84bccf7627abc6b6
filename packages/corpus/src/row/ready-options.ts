import type { Preset } from '@robots-exclusion/client/stored-answer';
import type { ColumnName } from './corpus-row.ts';

/** A requested crawler. */
export interface AskedCrawler {
  /** The name of the crawler's column: its tokens, comma-separated. */
  readonly name: string;
  /** The crawler's own product tokens, in comparison form. */
  readonly tokens: readonly string[];
  /**
   * Tokens whose groups the crawler follows if no group names its own tokens. The first token that a group names
   * counts.
   */
  readonly fallbackTokens: readonly string[];
  /** Whether the `*` groups apply if no group names any of the crawler's own or fallback tokens. */
  readonly appliesStar: boolean;
}

/** Prepared options. */
export interface ReadyOptions {
  readonly crawlers: readonly AskedCrawler[];
  readonly targets: readonly string[];
  /** Targets that are `/robots.txt` itself, which is always allowed (RFC 9309 §2.2.2). */
  readonly alwaysOpen: ReadonlySet<string>;
  readonly preset: Preset;
  readonly maxBytes: number;
  readonly warc: string | null;
  readonly columns: readonly ColumnName[];
}
