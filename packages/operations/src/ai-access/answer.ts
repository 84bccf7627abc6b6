/** What `ai-access` answers. */
import type { AgentObedience, AgentProfile, AgentPurpose } from 'robots-exclusion/agents';
import type { Reach } from 'robots-exclusion/diff';
import type { UsageSource, Use } from 'robots-exclusion/usage';
import type { FileEvidence } from '../shared/evidence.ts';

/** A purpose that has to do with AI. */
export type AiPurpose = Extract<AgentPurpose, 'training' | 'retrieval' | 'assistant'>;

/** What a file says to the crawlers of AI operators. */
export interface AiAccessAnswer {
  /** The path whose verdicts are given beside what is proven for the whole site. */
  readonly target: string;
  /** One for each crawler and purpose, by operator. */
  readonly results: readonly AiAccessRow[];
  /** The file is longer than the limit: what follows its cut was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** Where the file is from, as the door says it that read it. */
  readonly evidence?: FileEvidence;
}

/** One crawler of one operator, for one purpose. */
export interface AiAccessRow {
  readonly operator: string;
  readonly token: string;
  readonly purpose: AiPurpose;
  /** What it may fetch: everything or nothing, where that is proven, or some. */
  readonly reach: Reach;
  /** Whether it may fetch the target. */
  readonly allowed: boolean;
  /** The rule that decides about the target. */
  readonly rule?: { readonly line: number; readonly text: string };
  /** The token by which it found its group: its own, a fallback, or `*`; absent where no group binds it. */
  readonly group?: string;
  /** Lines of the user-agent records that name it so. */
  readonly lines: readonly number[];
  /** What the file states about the use that the purpose is for; absent where it states nothing. */
  readonly statement?: {
    readonly use: Use;
    readonly says: 'allow' | 'disallow';
    readonly source: UsageSource;
  };
  /** Whether it keeps to robots.txt, as the source says. */
  readonly obeys: AgentObedience;
  /** False for a token that fetches nothing and governs a use. */
  readonly fetches: boolean;
  /** Where what is known of the crawler was read, and the day. */
  readonly source: string;
  /** Whose account that is. */
  readonly sourceKind: AgentProfile['sourceKind'];
  readonly asOf: string;
}
