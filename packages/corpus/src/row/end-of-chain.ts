/** The outcome that the preset gives redirects whose chain does not end. */
import { outcomeOf } from '@robots-exclusion/client/stored-answer';
import type { CorpusRow, RowOutcome } from './corpus-row.ts';
import { openCrawlerColumns } from './crawler-columns.ts';
import type { ReadyOptions } from './ready-options.ts';

/** Why a chain does not end. */
export const chainFailures = ['too-many-redirects', 'redirect-loop'] as const;

/** Why a chain does not end. */
export type ChainFailure = (typeof chainFailures)[number];

/** The columns of a redirect whose chain does not end. Other redirects take these columns from their target. */
export function endOfChain(
  failure: ChainFailure,
  options: ReadyOptions,
): Pick<CorpusRow, 'outcome' | 'policy_row' | 'crawlers'> {
  const { outcome, policyRow } = outcomeOf({ status: 301, failure }, options.preset);
  const known: RowOutcome = outcome === 'refused' ? 'unknown' : outcome;
  return { outcome: known, policy_row: policyRow, crawlers: openCrawlerColumns(known, options) };
}
