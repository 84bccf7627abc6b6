/** Fixes as they are offered: those that rules claim to be safe are so only if that is proven. */
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { compatible } from './compatible-fixes.ts';
import type { FixProver } from './fix-prover.ts';
import { provenTogether } from './proven-together.ts';

/** Whatever a rule claims, no more than the proof says; and no fix that is safe only without the others. */
export function settleFixes(diagnostics: readonly Diagnostic[], prover: FixProver): Diagnostic[] {
  const alone = diagnostics.map((diagnostic) => withProven(diagnostic, prover));
  const safe = compatible(alone, ({ changesVerdicts }) => !changesVerdicts);
  const kept = new Set(provenTogether(prover, safe).kept.map(({ fix }) => fix));
  const dropped = new Set(safe.map(({ fix }) => fix).filter((fix) => !kept.has(fix)));
  return alone.map((diagnostic) => without(diagnostic, dropped));
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

function without(diagnostic: Diagnostic, dropped: ReadonlySet<Fix>): Diagnostic {
  const { fixes, ...rest } = diagnostic;
  if (!fixes?.some((fix) => dropped.has(fix))) return diagnostic;
  const left = fixes.filter((fix) => !dropped.has(fix));
  return Object.freeze({ ...rest, ...(left.length > 0 && { fixes: left }) });
}
