/** The one target that is shorter than all others which a pattern matches, where there is such a one. */
import { concatenated } from '../bytes/edit.ts';
import { areSameOctets } from '../patterns/pattern.ts';
import { binaryText, type ComparedRule } from './compared-rule.ts';
import type { TargetSpace } from './target-space.ts';

/** Longer ones are left to the search. */
const LONGEST = 8_192;

/**
 * The pattern's literal octets, if a client can send them: nothing shorter matches, and nothing else as short.
 * `undefined` where that is not a target, or the one that no rule decides about.
 */
export function shortestMatch({ pattern }: ComparedRule, space: TargetSpace): string | undefined {
  if (pattern.octets > LONGEST) return undefined;
  const octets = concatenated(pattern.folded);
  const text = binaryText(octets);
  if (!text.startsWith('/') || text.includes('#')) return undefined;
  const target = space.prepare(text);
  // An escape in a pattern is not a literal that stands for itself in every context: the search looks closer.
  if (target.folded !== target.plain || !areSameOctets(target.folded, octets)) return undefined;
  return text === space.exempt ? undefined : text;
}
