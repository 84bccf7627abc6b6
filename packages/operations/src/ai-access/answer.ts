/** The output of `ai-access`. */
import type { AgentObedience, AgentProfile, AgentPurpose } from 'robots-exclusion/agents';
import type { Reach } from 'robots-exclusion/diff';
import type { UsageSource, Use } from 'robots-exclusion/usage';
import type { FileEvidence } from '../shared/evidence.ts';
import type { FileNotes } from '../shared/file-notes.ts';

/** A purpose related to AI. */
export type AiPurpose = Extract<AgentPurpose, 'training' | 'retrieval' | 'assistant'>;

/** What a robots.txt allows the crawlers of AI operators, and what it states about their use of pages. */
export interface AiAccessAnswer extends FileNotes {
  /** The path to which the verdicts apply. What a crawler may fetch is proven for the whole site. */
  readonly target: string;
  /** One row for each crawler and purpose, sorted by operator. */
  readonly results: readonly AiAccessRow[];
  /** Where the file came from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}

/** One crawler of one operator, for one purpose. */
export interface AiAccessRow {
  readonly operator: string;
  readonly token: string;
  readonly purpose: AiPurpose;
  /** What the crawler may fetch: `everything` or `nothing` if that is proven, otherwise `some`. */
  readonly reach: Reach;
  /** Whether the crawler may fetch the target. */
  readonly allowed: boolean;
  /** The rule that decides about the target. */
  readonly rule?: { readonly line: number; readonly text: string };
  /** The token that selected the crawler's group: its own token, a fallback or `*`. Absent if no group applies. */
  readonly group?: string;
  /** Lines of the user-agent records with the token in `group`. */
  readonly lines: readonly number[];
  /** The file's statement about the use of pages for `purpose`; absent if the file states nothing. */
  readonly statement?: {
    readonly use: Use;
    readonly says: 'allow' | 'disallow';
    readonly source: UsageSource;
  };
  /** Whether the crawler obeys robots.txt, according to the source. */
  readonly obeys: AgentObedience;
  /** False for a token that only controls a use and fetches nothing. */
  readonly fetches: boolean;
  /** The source of the facts about the crawler. `asOf` is the date of this source. */
  readonly source: string;
  /** The kind of source. */
  readonly sourceKind: AgentProfile['sourceKind'];
  readonly asOf: string;
}
