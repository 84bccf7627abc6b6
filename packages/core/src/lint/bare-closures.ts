/** Counts the rules that close a whole site, and finds the fixes that would add one. */

import { applyEdits } from '../bytes/edit.ts';
import type { Fix } from '../parse/diagnostics.ts';
import { parse } from '../parse/parse.ts';
import { EVERYTHING } from './rules/patterns.ts';

/** The number of disallow rules in a file that match every path. */
export function bareClosures(octets: Uint8Array): number {
  return parse(octets).groups.reduce(
    (sum, { rules }) =>
      sum +
      rules.filter(({ kind, value }) => kind === 'disallow' && value !== '/$' && EVERYTHING.test(value))
        .length,
    0,
  );
}

/** The octets that may be read again to find closing fixes: 200 fixes of a file of 100 KB. */
const MOST_OCTETS = 20_000_000;

/** Whether a fix by itself would close a whole site, as a function that reads at most {@link MOST_OCTETS}. */
export function closingFixes(octets: Uint8Array): (fix: Fix) => boolean {
  let closures: number | undefined;
  let left = MOST_OCTETS;
  return ({ edits }) => {
    left -= octets.length;
    if (left < 0) return false;
    closures ??= bareClosures(octets);
    return bareClosures(applyEdits(octets, edits)) > closures;
  };
}
