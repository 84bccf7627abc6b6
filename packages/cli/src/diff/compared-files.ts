/** What a run of `robots diff` gave, as the output formats take it. */
import type { DiffReport } from 'robots-exclusion/diff';

/** Two files and what changes between them. */
export interface ComparedFiles {
  readonly oldName: string;
  readonly newName: string;
  readonly report: DiffReport;
  /** The difference of the lines, where it was asked for. */
  readonly lineDiff?: string;
}
