/** The single shortest target that a pattern matches, if there is one. */
import { concatenated } from '../bytes/edit.ts';
import { areSameOctets } from '../bytes/same-octets.ts';
import { binaryText, type ComparedRule } from './compared-rule.ts';
import type { TargetSpace } from './target-space.ts';

/** The maximum length of a pattern in octets. Longer patterns are left to the search. */
const LONGEST = 8_192;

/**
 * The target that consists of the pattern's literal octets; every other matching target is longer. `undefined` if no
 * client can send that target, or if it is `/robots.txt`, which no rule decides.
 */
export function shortestMatch({ pattern }: ComparedRule, space: TargetSpace): string | undefined {
  if (pattern.octets > LONGEST) return undefined;
  const octets = concatenated(pattern.folded);
  const text = binaryText(octets);
  if (!text.startsWith('/') || text.includes('#')) return undefined;
  const target = space.prepare(text);
  // An escape in a pattern may mean different things in different contexts, so such a pattern is left to the search.
  if (!areSameOctets(target.folded, octets)) return undefined;
  return text === space.exempt ? undefined : text;
}
