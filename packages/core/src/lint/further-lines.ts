/** The further lines of a finding that speaks of several: each rule tells a thing once. */
import { listed } from './listed.ts';

/** Lines that are listed before the rest is only counted. */
const MOST_LISTED = 5;

/** ` (so in lines 4, 7 and 12 more, too)`; nothing where there are none. */
export function furtherLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  return ` (so in ${lines.length === 1 ? 'line' : 'lines'} ${listed(lines, MOST_LISTED)}, too)`;
}
