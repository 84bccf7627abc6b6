/** The further lines of a finding that speaks of several: each rule tells a thing once. */

/** Lines that are listed before the rest is only counted. */
const MOST_LISTED = 5;

/** ` (so in lines 4, 7 and 12 more, too)`; nothing where there are none. */
export function furtherLines(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > MOST_LISTED ? ` and ${lines.length - MOST_LISTED} more` : '';
  return ` (so in ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MOST_LISTED).join(', ')}${more}, too)`;
}
