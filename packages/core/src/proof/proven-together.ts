/** Finds the largest proven set of fixes that change no verdict when applied together. */
import type { Candidate } from './compatible-fixes.ts';
import type { FixEffect } from './fix-effect.ts';
import type { Prove } from './fix-prover.ts';

/** Fixes that can be applied together, and why the other fixes cannot. */
export interface ProvenFixes {
  readonly kept: readonly Candidate[];
  readonly left: ReadonlyMap<Candidate, FixEffect>;
}

/** The maximum number of proofs in one run. Fixes are proven one by one only if they cannot all be proven together. */
const MOST_PROOFS = 60;

/** The maximum number of proofs that may run out of budget. After that, the remaining fixes are not proven. */
const MOST_UNDECIDED = 8;

/**
 * Returns all of `wanted` if one proof covers them together. If the proof fails, drops the fixes at fault and tries the
 * rest; if it is unknown which fixes are at fault, bisects the list.
 */
export function provenTogether(prove: Prove, wanted: readonly Candidate[]): ProvenFixes {
  const left = new Map<Candidate, FixEffect>();
  const kept: Candidate[] = [];
  const waiting = wanted.length > 0 ? [wanted] : [];
  let undecided = 0;
  for (let proofs = 0; waiting.length > 0; proofs++) {
    const some = waiting.pop() as readonly Candidate[];
    const mayProve = proofs < MOST_PROOFS && undecided < MOST_UNDECIDED;
    const effect: FixEffect = mayProve
      ? prove([...kept, ...some].flatMap(({ fix }) => fix.edits))
      : { kind: 'undecided' };
    if (effect.kind === 'none') {
      kept.push(...some);
      continue;
    }
    if (effect.kind === 'undecided') undecided++;
    const blamed = mayProve ? blamedOf(effect, some) : new Map(some.map((one) => [one, effect]));
    const rest = some.filter((one) => !blamed.has(one));
    for (const [one, why] of blamed) left.set(one, why);
    if (blamed.size > 0) waiting.push(...(rest.length > 0 ? [rest] : []));
    else waiting.push(some.slice(some.length >> 1), some.slice(0, some.length >> 1));
  }
  return { kept, left };
}

/** The fixes that cause the combined effect, as far as they are known. */
function blamedOf(effect: FixEffect, some: readonly Candidate[]): ReadonlyMap<Candidate, FixEffect> {
  const [only] = some;
  if (only && some.length === 1) return new Map([[only, effect]]);
  const found = new Map<Candidate, FixEffect>();
  if (effect.kind !== 'moved' || !effect.blamed) return found;
  for (const one of some) {
    const [text] = one.fix.edits.flatMap(({ span }) => effect.blamed?.get(span.start) ?? []);
    if (text !== undefined) found.set(one, { kind: 'moved', text });
  }
  return found;
}
