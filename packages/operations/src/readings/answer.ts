/** What `readings` answers. */
import type { CrawlerDescription } from 'robots-exclusion/agents';
import type { FileEvidence } from '../shared/evidence.ts';
import type { VerdictAnswer } from '../shared/verdict.ts';

/** How one URL is read for one crawler. */
export interface ReadingsAnswer {
  readonly url: string;
  readonly crawler: CrawlerDescription;
  /** The file exceeds the limit: the rest was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** In the order of the dialects. */
  readonly readings: readonly ReadingAnswer[];
  /** Where the file is from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}

/** The reading of one dialect. */
export interface ReadingAnswer {
  readonly dialect: string;
  /** An error if the original program fails, and gives no answer. */
  readonly verdict: VerdictAnswer | { readonly error: string };
  /** Only where it answers differently from RFC 9309. */
  readonly differsBecause?: DifferenceAnswer;
}

/** Why an answer differs from RFC 9309's. */
export interface DifferenceAnswer {
  /** The fewest facts of the dialect that give its answer. */
  readonly facts: readonly { readonly axis: string; readonly fact: string; readonly sentence: string }[];
  readonly line?: number;
  /** The same in plain English. */
  readonly sentence: string;
}
