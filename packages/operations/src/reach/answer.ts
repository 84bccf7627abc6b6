/** What `reach` answers. */
import type { AgentPurpose } from 'robots-exclusion/agents';
import type { Reach } from 'robots-exclusion/diff';
import type { FileEvidence } from '../shared/evidence.ts';

/** What a file lets each known crawler do. */
export interface ReachAnswer {
  /** One for each crawler, sorted by token. */
  readonly results: readonly CrawlerReach[];
  /** The file is longer than the limit: what follows its cut was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** Where the file is from, as the door says it that read it. */
  readonly evidence?: FileEvidence;
}

/** One crawler, and what applies to it. */
export interface CrawlerReach {
  readonly token: string;
  readonly operator: string;
  readonly purposes: readonly AgentPurpose[];
  /** What it may fetch: everything or nothing, where that is proven, or some. */
  readonly reach: Reach;
  /** The token by which it found its group: its own, a fallback, or `*`; absent where no group binds it. */
  readonly group?: string;
  /** Lines of the user-agent records that name it so. */
  readonly lines: readonly number[];
}
