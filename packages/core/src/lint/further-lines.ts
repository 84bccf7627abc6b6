/**
 * Lists the further lines of a finding that covers several lines. Each lint rule reports a repeated problem only once.
 */
import { listed } from '../print/listed.ts';

const MOST_LISTED = 5;

/** Text such as ` (also in lines 4, 7 and 12 more)`; empty if there are no further lines. */
export function furtherLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return ` (also in ${lines.length === 1 ? 'line' : 'lines'} ${listed(lines, MOST_LISTED)})`;
}
