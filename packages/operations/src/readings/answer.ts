/** The output of `readings`. */
import type { CrawlerDescription } from 'robots-exclusion/agents';
import type { FileEvidence } from '../shared/evidence.ts';
import type { VerdictAnswer } from '../shared/verdict.ts';

/** How each dialect reads the file for one URL and one crawler. */
export interface ReadingsAnswer {
  readonly url: string;
  readonly crawler: CrawlerDescription;
  /** True if the file exceeds the limit, so that its rest was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** One reading per dialect, in the order of the dialects. */
  readonly readings: readonly ReadingAnswer[];
  /** Where the file came from, as reported by the interface that read it. */
  readonly evidence?: FileEvidence;
}

/** The reading of one dialect. */
export interface ReadingAnswer {
  readonly dialect: string;
  /** The dialect's verdict, or an error if the original implementation fails without a verdict. */
  readonly verdict: VerdictAnswer | { readonly error: string };
  /** Present only if the dialect's verdict differs from the verdict of RFC 9309. */
  readonly differsBecause?: DifferenceAnswer;
}

/** Why a dialect's verdict differs from the verdict of RFC 9309. */
export interface DifferenceAnswer {
  /** The smallest set of differences in the dialect's behavior that explains its verdict. */
  readonly facts: readonly { readonly axis: string; readonly fact: string; readonly sentence: string }[];
  readonly line?: number;
  /** The same explanation in plain English. */
  readonly sentence: string;
}
