/** Lists the further lines of a finding that covers several: each rule reports a problem once. */
import { listed } from '../print/listed.ts';

/** Lines listed before the rest are only counted. */
const MOST_LISTED = 5;

/** ` (also in lines 4, 7 and 12 more)`; empty if there are none. */
export function furtherLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return ` (also in ${lines.length === 1 ? 'line' : 'lines'} ${listed(lines, MOST_LISTED)})`;
}
