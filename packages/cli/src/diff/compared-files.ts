/** What a run of `robots diff` gave, as the output formats take it. */
import type { UnknownCrawlers } from '@robots-exclusion/operations/shared';
import type { DiffReport } from 'robots-exclusion/diff';

/** Two files and what changes between them. */
export interface ComparedFiles {
  readonly oldName: string;
  readonly newName: string;
  readonly report: DiffReport;
  /** The crawlers that were asked about and are not known. */
  readonly unknown?: UnknownCrawlers;
  /** The difference of the lines, where it was asked for. */
  readonly lineDiff?: string;
}
