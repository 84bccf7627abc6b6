/** What `diff` answers. */
import type { DiffReport } from 'robots-exclusion/diff';
import type { FileEvidence } from '../shared/evidence.ts';

/** What changes. */
export interface DiffAnswer extends DiffReport {
  /** How many more regions change verdict than are listed. */
  readonly regionsOmitted?: number;
  /** Crawlers of which nothing is listed because of that. */
  readonly crawlersOmitted?: number;
  /** Where the files are from, as the door says it that read them. */
  readonly evidence?: { readonly before: FileEvidence; readonly after: FileEvidence };
}
