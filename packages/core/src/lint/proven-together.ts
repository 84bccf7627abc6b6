/** As many of several fixes as are proven to change no verdict when they are made together. */
import type { Candidate } from './compatible-fixes.ts';
import type { FixEffect } from './fix-effect.ts';
import type { Prove } from './fix-prover.ts';

/** What can be made together, and why the others cannot. */
export interface ProvenFixes {
  readonly kept: readonly Candidate[];
  readonly left: ReadonlyMap<Candidate, FixEffect>;
}

/** Proofs of one run: they are needed one by one only where not all fixes hold together. */
const MOST_PROOFS = 60;

/** All of `wanted` where one proof holds for all, else what is found by halves. */
export function provenTogether(prove: Prove, wanted: readonly Candidate[]): ProvenFixes {
  const left = new Map<Candidate, FixEffect>();
  const kept: Candidate[] = [];
  const waiting = wanted.length > 0 ? [wanted] : [];
  for (let proofs = 0; waiting.length > 0; proofs++) {
    const some = waiting.pop() as readonly Candidate[];
    const effect: FixEffect =
      proofs < MOST_PROOFS
        ? prove([...kept, ...some].flatMap(({ fix }) => fix.edits))
        : { kind: 'undecided' };
    if (effect.kind === 'none') kept.push(...some);
    else if (some.length === 1 || proofs >= MOST_PROOFS) for (const one of some) left.set(one, effect);
    else waiting.push(some.slice(some.length >> 1), some.slice(0, some.length >> 1));
  }
  return { kept, left };
}
