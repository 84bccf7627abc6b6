/** The output of `diff` as text. */
import { cutWords, line, own, site, type Words } from '../words.ts';
import type { DiffAnswer } from './schema.ts';

/** Limit on the regions shown as text. The answer itself lists more. */
const MOST_TOLD = 10;

/** The number of changed regions, with an example URL from each of the first {@link MOST_TOLD} regions. */
export function diffWords({ isTruncated, ...answer }: DiffAnswer): Words {
  const { before, after } = isTruncated;
  return [...changeWords(answer), ...cutWords({ isTruncated: before || after })];
}

function changeWords({
  changesVerdicts,
  isComplete,
  crawlers,
  regionsOmitted = 0,
}: Omit<DiffAnswer, 'isTruncated'>): Words {
  if (!changesVerdicts)
    return [
      [own(isComplete ? 'No verdict changes' : 'No change was found, but the comparison is incomplete')],
    ];
  const regions = crawlers.flatMap(({ regions: changed }) => changed);
  const told = regions.slice(0, MOST_TOLD);
  const count = regions.length + regionsOmitted;
  return [
    line`${count} ${own(count === 1 ? 'region of URLs changes' : 'regions of URLs change')} verdict`,
    ...told.flatMap(({ direction, witness }) => [line`${own(direction)}, for example:`, [site(witness)]]),
  ];
}
