/** How many cases a property tries. */

/** The share of the whole run's cases that the quick run tries. */
const quickShare = 1 / 10;
/** The minimum in the quick run, if the whole run has as many. */
const quickMinimum = 100;

/** The maximum for one mutant: a property runs for each of thousands. */
const mutantMost = 100;

/** Whether this is `npm run test:all`, which has time. */
export const isWholeRun: boolean = process.env['ROBOTS_TESTS'] === 'all';

/**
 * `numRuns` of a property: all of them in `npm run test:all`, and a tenth, but at least 100, in `npm test`.
 *
 * @param whole - The cases of the whole run.
 * @param quick - The cases of the quick run, if a tenth is too expensive or finds too little.
 */
export function runs(
  whole: number,
  quick: number = Math.max(Math.ceil(whole * quickShare), quickMinimum),
): number {
  if (process.env['ROBOTS_TESTS'] === 'mutate') return Math.min(whole, mutantMost);
  return isWholeRun ? whole : Math.min(whole, quick);
}
