/** The output of `diff`. */
import type { DiffReport } from 'robots-exclusion/diff';
import type { UnknownCrawlers } from '../shared/crawlers.ts';
import type { FileEvidence } from '../shared/evidence.ts';

/** The changes between two files. */
export interface DiffAnswer extends DiffReport, UnknownCrawlers {
  /** The number of changed regions that are not listed. */
  readonly regionsOmitted?: number;
  /** The number of crawlers that are not listed because of the limit. */
  readonly crawlersOmitted?: number;
  /** Where the files came from, as reported by the interface that read them. */
  readonly evidence?: { readonly before: FileEvidence; readonly after: FileEvidence };
}
