/** Sorts the answers of parsers for the panel. */
import type { ReadingAnswer } from '@robots-exclusion/operations/readings';

/** RFC 9309 first, then dialects with another verdict, then dialects that fail, then all others. */
export function inOrder(readings: readonly ReadingAnswer[]): readonly ReadingAnswer[] {
  return [...readings].sort((a, b) => weightOf(b) - weightOf(a));
}

function weightOf({ dialect, verdict, differsBecause }: ReadingAnswer): number {
  if (dialect === 'rfc9309') return 3;
  return differsBecause ? 2 : 'error' in verdict ? 1 : 0;
}
