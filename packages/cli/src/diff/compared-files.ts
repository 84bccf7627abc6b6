/** The result of `robots diff`, which is the input of the output formats. */
import type { UnknownCrawlers } from '@robots-exclusion/operations/shared';
import type { DiffReport } from 'robots-exclusion/diff';
import type { EdgeBlock } from './edge-block.ts';

/** Two files and the changes between them. */
export interface ComparedFiles {
  readonly oldName: string;
  readonly newName: string;
  readonly report: DiffReport;
  /** The block that a network put into one of the files. */
  readonly edge?: EdgeBlock;
  /** Requested crawlers that are not in the registry. */
  readonly unknown?: UnknownCrawlers;
  readonly lineDiff?: string;
}
