/** What `diff` answers. */
import type { DiffReport } from 'robots-exclusion/diff';
import type { UnknownCrawlers } from '../shared/crawlers.ts';
import type { FileEvidence } from '../shared/evidence.ts';

/** What changes. */
export interface DiffAnswer extends DiffReport, UnknownCrawlers {
  /** How many more changed regions there are than listed. */
  readonly regionsOmitted?: number;
  /** Crawlers that are not listed because of the limit. */
  readonly crawlersOmitted?: number;
  /** Where the files are from, as reported by the interface that read them. */
  readonly evidence?: { readonly before: FileEvidence; readonly after: FileEvidence };
}
