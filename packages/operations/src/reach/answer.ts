/** The output of `reach`. */
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Reach } from 'robots-exclusion/diff';
import type { FileEvidence } from '../shared/evidence.ts';
import type { FileNotes } from '../shared/file-notes.ts';

/** What a robots.txt allows each known crawler to fetch. */
export interface ReachAnswer extends FileNotes {
  /** One result per crawler, sorted by token. */
  readonly results: readonly CrawlerReach[];
  /** Where the file came from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}

/** One crawler, and the group that applies to it. */
export interface CrawlerReach {
  readonly token: string;
  readonly operator: string;
  readonly purposes: readonly AgentPurpose[];
  /** What the crawler may fetch: `all` or `none` if that is proven, otherwise `some`. */
  readonly reach: Reach;
  /** The token that selected the crawler's group: its own token, a fallback or `*`. Absent if no group applies. */
  readonly group?: string;
  /** Lines of the user-agent records with that token. */
  readonly lines: readonly number[];
}
