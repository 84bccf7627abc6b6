/** Sorts the answers of parsers for the panel. */
import type { ReadingAnswer } from '@robots-exclusion/operations/readings';

/** RFC 9309, then dialects that differ from it, then those that fail. */
export function inOrder(readings: readonly ReadingAnswer[]): readonly ReadingAnswer[] {
  return [...readings].sort((a, b) => weightOf(b) - weightOf(a));
}

function weightOf({ dialect, verdict, differsBecause }: ReadingAnswer): number {
  if (dialect === 'rfc9309') return 3;
  return differsBecause ? 2 : 'error' in verdict ? 1 : 0;
}
