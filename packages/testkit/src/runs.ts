/** Determines how many cases a property tries. */

/** The fraction of the whole run's cases that the quick run tries. */
const quickShare = 1 / 100;
/** The minimum number of cases that the quick run tries, unless the whole run has fewer. */
const quickMinimum = 12;

/** The maximum number of cases per mutant, because a property runs for thousands of mutants. */
const mutantMost = 100;

/** Whether this is `npm run test:all`, which may take long. */
export const isWholeRun: boolean = process.env['ROBOTS_TESTS'] === 'all';

/** The fraction of the cases that `npm run test:all` tries. */
const wholeShare = Number(process.env['ROBOTS_TEST_SHARE'] ?? 1);

/** A test tries every Nth real file: the reciprocal of the share of this run, 100 in the quick run. */
export const corpusStep: number = Math.round(1 / (isWholeRun ? wholeShare : quickShare));

/**
 * The `numRuns` of a property: all cases in `npm run test:all`, or the fraction of them that `ROBOTS_TEST_SHARE` names
 * and at least as many as in `npm test`. In `npm test`, a hundredth, but at least 12.
 *
 * @param whole - The number of cases in the whole run.
 * @param quick - The number of cases in the quick run, if a hundredth is too expensive or finds too little.
 */
export function runs(
  whole: number,
  quick: number = Math.max(Math.ceil(whole * quickShare), quickMinimum),
): number {
  if (process.env['ROBOTS_TESTS'] === 'mutate') return Math.min(whole, mutantMost);
  const few = Math.min(whole, quick);
  return isWholeRun ? Math.max(Math.ceil(whole * wholeShare), few) : few;
}
