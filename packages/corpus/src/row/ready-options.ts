/** What a row is asked to say, checked. */
import type { Preset } from '@robots-exclusion/client/stored-answer';
import type { ResolvedCrawler } from 'robots-exclusion/agents';
import type { ColumnName } from './corpus-row.ts';

/** A crawler that is asked about. */
export interface AskedCrawler {
  /** The name of its column: its tokens with commas. */
  readonly name: string;
  readonly crawler: ResolvedCrawler;
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
