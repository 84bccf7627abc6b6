/** What `reach` answers. */
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Reach } from 'robots-exclusion/diff';
import type { FileEvidence } from '../shared/evidence.ts';
import type { FileNotes } from '../shared/file-notes.ts';

/** What a file allows each known crawler to do. */
export interface ReachAnswer extends FileNotes {
  /** One for each crawler, sorted by token. */
  readonly results: readonly CrawlerReach[];
  /** Where the file is from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}

/** One crawler, and what applies to it. */
export interface CrawlerReach {
  readonly token: string;
  readonly operator: string;
  readonly purposes: readonly AgentPurpose[];
  /** What it may fetch: `all` or `none` if that is proven, otherwise `some`. */
  readonly reach: Reach;
  /** The token by which it found its group: its own, a fallback, or `*`; absent if no group applies. */
  readonly group?: string;
  /** Lines of the user-agent records with that token. */
  readonly lines: readonly number[];
}
