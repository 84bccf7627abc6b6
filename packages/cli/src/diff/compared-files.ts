/** What a run of `robots diff` gave, as the output formats take it. */
import type { DiffReport } from 'robots-exclusion/diff';

/** How much is not shown. */
export interface LeftOut {
  readonly regions: number;
  /** Crawlers of which nothing is shown. */
  readonly crawlers: number;
}

/** Two files and what changes between them. */
export interface ComparedFiles {
  readonly oldName: string;
  readonly newName: string;
  readonly report: DiffReport;
  /** Regions that `--limit` left out of the report. */
  readonly leftOut?: LeftOut;
  /** The difference of the lines, where it was asked for. */
  readonly lineDiff?: string;
}
