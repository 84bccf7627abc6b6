/** Findings as they are reported: runs as one, and of the fixes that rules claim to be safe those that are proven to be. */
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { compatible } from './compatible-fixes.ts';
import { type FixEffect, inWords } from './fix-effect.ts';
import type { FixProver, Prove } from './fix-prover.ts';
import { groupedRuns } from './grouped-runs.ts';
import { provenTogether } from './proven-together.ts';

/** One fix that is left out makes room for another: so often the rest is looked through. */
const MOST_ROUNDS = 5;

/** States that are looked at to prove fixes together, and to prove each alone: some tenths of a second. */
const TOGETHER_WORK = 15_000;
const ALONE_WORK = 5_000;

/**
 * Whatever a rule claims, no more than the proof says; and no fix that is safe only without the others: whoever makes all
 * of those that are left makes one list that is proven as a whole. The fix of a run is one of them where it is safe alone,
 * too; otherwise its findings are reported one by one.
 */
export function settleFixes(
  claims: readonly Diagnostic[],
  document: RobotsDocument,
  prover: FixProver,
): Diagnostic[] {
  const alone = new AloneProofs(prover.within(ALONE_WORK));
  const prove = prover.within(TOGETHER_WORK);
  const refused = new Set<Fix>();
  const apart = new Set<Fix>();
  const mayJoin = (fix: Fix): boolean => isSafe(fix) && !apart.has(fix);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const made = together(claims, refused, prove);
    const keys = new Set([...made].map(editsKey));
    const onlyMade = claims.map((one) =>
      withFixes(
        one,
        one.fixes?.filter((fix) => made.has(fix)),
      ),
    );
    const unsafe = groupedRuns(onlyMade, document, mayJoin).filter(({ finding: { fixes = [] } }) =>
      fixes.some((fix) => alone.effectOf(fix).kind !== 'none'),
    );
    if (unsafe.length === 0) {
      const offered = claims.map((one) => withOffered(one, keys, alone));
      return groupedRuns(offered, document, (fix) => made.has(fix) && mayJoin(fix)).map(
        ({ finding }) => finding,
      );
    }
    for (const { finding, run } of unsafe) {
      const exceptions = run ? apart : refused;
      for (const { fixes = [] } of run ?? [finding]) for (const fix of fixes) exceptions.add(fix);
    }
  }
  return claims.map((one) =>
    withFixes(
      one,
      one.fixes?.filter((fix) => !isSafe(fix)),
    ),
  );
}

/** Each fix is proven once. */
class AloneProofs {
  readonly #prove: Prove;
  readonly #effects = new Map<string, FixEffect>();

  constructor(prove: Prove) {
    this.#prove = prove;
  }

  effectOf(fix: Fix): FixEffect {
    const key = editsKey(fix);
    const effect = this.#effects.get(key) ?? this.#prove(fix.edits);
    this.#effects.set(key, effect);
    return effect;
  }
}

/** Safe fixes that can all be made together. */
function together(claims: readonly Diagnostic[], refused: ReadonlySet<Fix>, prove: Prove): ReadonlySet<Fix> {
  const dropped = new Set(refused);
  let made: ReadonlySet<Fix> = new Set();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const safe = compatible(claims, (fix) => isSafe(fix) && !dropped.has(fix));
    const { kept, left } = provenTogether(prove, safe);
    // Nothing is left of the budget: what was proven before still holds.
    if (kept.length < made.size) break;
    made = new Set(kept.map(({ fix }) => fix));
    if (left.size === 0) break;
    for (const { fix } of left.keys()) dropped.add(fix);
  }
  return made;
}

function isSafe({ changesVerdicts }: Fix): boolean {
  return !changesVerdicts;
}

/** Fixes of several findings that do the same have the same key. */
function editsKey({ edits }: Fix): string {
  return edits.map(({ span, replacement }) => `${span.start}-${span.end}:${replacement}`).join(' ');
}

/** A fix that is not made with the others is offered only if it is not safe alone either, as one that changes verdicts. */
function withOffered(diagnostic: Diagnostic, made: ReadonlySet<string>, alone: AloneProofs): Diagnostic {
  if (!diagnostic.fixes) return diagnostic;
  const fixes = diagnostic.fixes.flatMap((fix) => {
    if (isSafe(fix) && made.has(editsKey(fix))) return fix;
    const effect = alone.effectOf(fix);
    if (effect.kind === 'none') {
      return isSafe(fix) ? [] : Object.freeze({ ...fix, effect: 'no verdict of RFC 9309 or Google changes' });
    }
    return Object.freeze({ ...fix, changesVerdicts: true, effect: inWords(effect) });
  });
  return withFixes(diagnostic, fixes);
}

function withFixes({ fixes: _, ...rest }: Diagnostic, fixes: readonly Fix[] = []): Diagnostic {
  return Object.freeze({ ...rest, ...(fixes.length > 0 && { fixes }) });
}
