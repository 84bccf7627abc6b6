/** What `ai-access` answers. */
import type { AgentObedience, AgentProfile, AgentPurpose } from 'robots-exclusion/agents';
import type { Reach } from 'robots-exclusion/diff';
import type { UsageSource, Use } from 'robots-exclusion/usage';
import type { FileEvidence } from '../shared/evidence.ts';
import type { FileNotes } from '../shared/file-notes.ts';

/** A purpose related to AI. */
export type AiPurpose = Extract<AgentPurpose, 'training' | 'retrieval' | 'assistant'>;

/** What a file says to the crawlers of AI operators. */
export interface AiAccessAnswer extends FileNotes {
  /** The path whose verdicts are given in addition to what is proven for the whole site. */
  readonly target: string;
  /** One for each crawler and purpose, sorted by operator. */
  readonly results: readonly AiAccessRow[];
  /** Where the file is from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}

/** One crawler of one operator, for one purpose. */
export interface AiAccessRow {
  readonly operator: string;
  readonly token: string;
  readonly purpose: AiPurpose;
  /** What it may fetch: `everything` or `nothing` if that is proven, otherwise `some`. */
  readonly reach: Reach;
  /** Whether it may fetch the target. */
  readonly allowed: boolean;
  /** The rule that decides about the target. */
  readonly rule?: { readonly line: number; readonly text: string };
  /** The token by which it found its group: its own, a fallback, or `*`; absent if no group applies. */
  readonly group?: string;
  /** Lines of the user-agent records with that token. */
  readonly lines: readonly number[];
  /** What the file states about the use of that purpose; absent if it states nothing. */
  readonly statement?: {
    readonly use: Use;
    readonly says: 'allow' | 'disallow';
    readonly source: UsageSource;
  };
  /** Whether it obeys robots.txt, according to the source. */
  readonly obeys: AgentObedience;
  /** False for a token that governs a use but fetches nothing. */
  readonly fetches: boolean;
  /** The source of what is known about the crawler, and its date. */
  readonly source: string;
  /** Whose statement that is. */
  readonly sourceKind: AgentProfile['sourceKind'];
  readonly asOf: string;
}
