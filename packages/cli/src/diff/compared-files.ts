/** The result of a run of `robots diff`, as input of the output formats. */
import type { DiffReport } from 'robots-exclusion/diff';

/** Two files and what changes between them. */
export interface ComparedFiles {
  readonly oldName: string;
  readonly newName: string;
  readonly report: DiffReport;
  /** The line diff, if requested. */
  readonly lineDiff?: string;
}
