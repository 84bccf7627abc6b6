/** Compiles patterns into a pattern set. */
import { PatternKeys } from './pattern-keys.ts';
import { sortedKeys } from './sort-keys.ts';
import { writePatternSet } from './write-pattern-set.ts';

/** A pattern split at its stars. It has one more segment than stars. */
export interface SegmentedPattern {
  readonly segments: readonly Uint8Array[];
  /** Whether the match must end at the end of the target. */
  readonly isAnchored: boolean;
  /** The rank, 0 to 2^30. The answer to a query is the greatest rank that matches. */
  readonly rank: number;
}

/** Builds the pattern set of `patterns`, for `greatestRank`. */
export function buildPatternSet(patterns: Iterable<SegmentedPattern>): Uint8Array<ArrayBuffer> {
  const keys = new PatternKeys();
  for (const pattern of patterns) addSegments(keys, pattern);
  return writePatternSet(keys, sortedKeys(keys));
}

export function addSegments(keys: PatternKeys, { segments, isAnchored, rank }: SegmentedPattern): void {
  const octets = segments.reduce((sum, segment) => sum + segment.length + 1, 0);
  keys.begin(octets, rank);
  segments.forEach((segment, index) => {
    if (index > 0) keys.star();
    keys.segment(segment, 0, segment.length);
  });
  keys.finish(isAnchored);
}
