/** Fixes as they are offered: those that rules claim to be safe are so only if that is proven. */
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { type Candidate, compatible } from './compatible-fixes.ts';
import type { FixProver } from './fix-prover.ts';
import { provenTogether } from './proven-together.ts';

/** One fix that is left out makes room for another on the same line: so often the rest is looked through. */
const MOST_ROUNDS = 5;

/**
 * Whatever a rule claims, no more than the proof says; and no fix that is safe only without the others: whoever makes all
 * of those that are left makes one list that is proven as a whole.
 */
export function settleFixes(diagnostics: readonly Diagnostic[], prover: FixProver): Diagnostic[] {
  const alone = diagnostics.map((diagnostic) => withProven(diagnostic, prover));
  const made = new Set(together(alone, prover).map(({ fix }) => editsKey(fix)));
  return alone.map((diagnostic) => without(diagnostic, (fix) => isSafe(fix) && !made.has(editsKey(fix))));
}

/** Safe fixes that can all be made together. */
function together(diagnostics: readonly Diagnostic[], prover: FixProver): readonly Candidate[] {
  const dropped = new Set<Fix>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const safe = compatible(diagnostics, (fix) => isSafe(fix) && !dropped.has(fix));
    const { kept, left } = provenTogether(prover, safe);
    if (left.size === 0) return kept;
    for (const { fix } of left.keys()) dropped.add(fix);
  }
  return [];
}

function isSafe({ changesVerdicts }: Fix): boolean {
  return !changesVerdicts;
}

/** Fixes of several findings that do the same have the same key. */
function editsKey({ edits }: Fix): string {
  return edits.map(({ span, replacement }) => `${span.start}-${span.end}:${replacement}`).join(' ');
}

function withProven(diagnostic: Diagnostic, prover: FixProver): Diagnostic {
  if (!diagnostic.fixes) return diagnostic;
  return Object.freeze({ ...diagnostic, fixes: diagnostic.fixes.map((fix) => proven(fix, prover)) });
}

/** What was meant to change verdicts stays so, even where it changes none today. */
function proven(fix: Fix, prover: FixProver): Fix {
  const effect = prover.prove(fix.edits);
  if (effect.kind === 'none') {
    return fix.changesVerdicts
      ? Object.freeze({ ...fix, effect: 'no verdict of RFC 9309 or Google changes' })
      : fix;
  }
  const text = effect.kind === 'changed' ? effect.text : 'not proven to change no verdict';
  return Object.freeze({ ...fix, changesVerdicts: true, effect: text });
}

function without(diagnostic: Diagnostic, isDropped: (fix: Fix) => boolean): Diagnostic {
  const { fixes, ...rest } = diagnostic;
  if (!fixes?.some(isDropped)) return diagnostic;
  const left = fixes.filter((fix) => !isDropped(fix));
  return Object.freeze({ ...rest, ...(left.length > 0 && { fixes: left }) });
}
