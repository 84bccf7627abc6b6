/** Prepares findings for reporting: combines runs, and keeps only fixes whose safety is proven. */
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { compatible } from '../proof/compatible-fixes.ts';
import { type FixEffect, inWords } from '../proof/fix-effect.ts';
import { editsKey, type FixProver, type Prove } from '../proof/fix-prover.ts';
import { type ProvenFixes, provenTogether } from '../proof/proven-together.ts';
import { groupedRuns } from './grouped-runs.ts';

/** Limit on the passes over the remaining fixes. Dropping one fix can enable another. */
const MOST_ROUNDS = 5;

/**
 * Limits on the states examined to prove fixes together, and to prove each fix alone. Work up to both limits takes a
 * few tenths of a second.
 */
const TOGETHER_WORK = 15_000;
const ALONE_WORK = 5_000;

/**
 * Keeps only fixes that are proven safe both alone and together; the edits of all kept fixes are proven as one list.
 * The fix of a run stays one fix if it is safe alone; otherwise, the findings of the run are reported individually.
 */
export function settleFixes(
  claims: readonly Diagnostic[],
  prover: FixProver,
  { closes, dialect }: Readers,
): SettledFixes {
  const alone = new AloneProofs(prover.within(ALONE_WORK));
  const prove = prover.ofSafe(TOGETHER_WORK);
  const refused = new Set<Fix>();
  const apart = new Set<Fix>();
  const mayJoin = (fix: Fix): boolean => isSafe(fix) && !apart.has(fix);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const made = together(claims, refused, prove, alone);
    const keys = new Set([...made].map(({ edits }) => editsKey(edits)));
    const onlyMade = claims.map((one) =>
      withFixes(
        one,
        one.fixes?.filter((fix) => made.has(fix)),
      ),
    );
    const unsafe = groupedRuns(onlyMade, mayJoin).filter(({ finding: { fixes = [] } }) =>
      fixes.some((fix) => alone.effectOf(fix).kind !== 'none'),
    );
    if (unsafe.length === 0) {
      const held = claims.filter((one) => !isRefuted(one, dialect, alone));
      const offered = held.map((one) => withOffered(one, keys, alone, closes));
      const grouped = groupedRuns(offered, (fix) => made.has(fix) && mayJoin(fix));
      const left = claims.flatMap((one) => leftOut(one, keys, alone));
      return { diagnostics: grouped.map(({ finding }) => finding), left };
    }
    for (const { finding, run } of unsafe) {
      const exceptions = run ? apart : refused;
      for (const { fixes = [] } of run ?? [finding]) for (const fix of fixes) exceptions.add(fix);
    }
  }
  const none: ReadonlySet<string> = new Set();
  const diagnostics = claims.map((one) =>
    withFixes(
      one,
      one.fixes?.filter((fix) => !isSafe(fix)),
    ),
  );
  return { diagnostics, left: claims.flatMap((one) => leftOut(one, none, alone)) };
}

/** What else decides whether a finding and its fixes are reported. */
export interface Readers {
  /** Whether a fix by itself would close a whole site. */
  readonly closes: (fix: Fix) => boolean;
  /** The name of the dialect that the file is written for. */
  readonly dialect?: string | undefined;
}

/** Whether the finding says that a line is needless, and the reader that the file is written for needs it. */
function isRefuted(
  { code, fixes: [fix] = [] }: Diagnostic,
  dialect: string | undefined,
  alone: AloneProofs,
): boolean {
  if (dialect === undefined || !fix || !isSafe(fix) || !CALLS_NEEDLESS.has(code)) return false;
  const effect = alone.effectOf(fix);
  return effect.kind === 'changed' && effect.dialects.includes(dialect);
}

const CALLS_NEEDLESS: ReadonlySet<string> = new Set([
  'redundant-rule',
  'duplicate-rule',
  'shadowed-rule',
  'needless-trailing-star',
]);

/** A fix that its rule claims to be safe but that is not applied, and the reason. */
export interface LeftFix {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
  readonly effect: string;
}

/** Findings with the offered fixes, and the claims that failed. */
export interface SettledFixes {
  readonly diagnostics: readonly Diagnostic[];
  readonly left: readonly LeftFix[];
}

function leftOut(diagnostic: Diagnostic, made: ReadonlySet<string>, alone: AloneProofs): LeftFix[] {
  const [fix] = diagnostic.fixes ?? [];
  if (!fix || !isSafe(fix) || made.has(editsKey(fix.edits))) return [];
  return [{ diagnostic, fix, effect: inWords(alone.effectOf(fix)) }];
}

/**
 * Determines, once per fix, what the fix changes when applied alone. Also stores why a fix could not be combined with
 * other fixes.
 */
class AloneProofs {
  readonly #prove: Prove;
  readonly #effects = new Map<string, FixEffect>();
  readonly #withOthers = new Map<string, FixEffect>();

  constructor(prove: Prove) {
    this.#prove = prove;
  }

  /**
   * Stores the effects on other parsers that were found when all fixes were checked together, so that they need no
   * further check.
   */
  remember({ left }: ProvenFixes): void {
    for (const [{ fix }, effect] of left) {
      if (effect.kind !== 'changed') this.#withOthers.set(editsKey(fix.edits), effect);
    }
  }

  effectOf(fix: Fix): FixEffect {
    const key = editsKey(fix.edits);
    const withOthers = this.#withOthers.get(key);
    if (withOthers?.kind === 'undecided') return withOthers;
    const effect = this.#effects.get(key) ?? this.#prove(fix.edits);
    this.#effects.set(key, effect);
    return effect.kind === 'none' ? (withOthers ?? effect) : effect;
  }
}

/** Safe fixes that can all be applied together. */
function together(
  claims: readonly Diagnostic[],
  refused: ReadonlySet<Fix>,
  prove: Prove,
  alone: AloneProofs,
): ReadonlySet<Fix> {
  const dropped = new Set(refused);
  let made: ReadonlySet<Fix> = new Set();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const safe = compatible(claims, (fix) => isSafe(fix) && !dropped.has(fix));
    const proven = provenTogether(prove, safe);
    const { kept, left } = proven;
    alone.remember(proven);
    // The budget is exhausted; earlier proofs remain valid.
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

/**
 * Decides which fixes of a finding to offer. Fixes that could not be combined are dropped if they are safe alone. If
 * they are unsafe alone, they are offered as fixes that change verdicts.
 */
function withOffered(
  diagnostic: Diagnostic,
  made: ReadonlySet<string>,
  alone: AloneProofs,
  closes: (fix: Fix) => boolean,
): Diagnostic {
  if (!diagnostic.fixes) return diagnostic;
  const fixes = diagnostic.fixes.flatMap((fix) => {
    if (isSafe(fix) && made.has(editsKey(fix.edits))) return fix;
    const effect = alone.effectOf(fix);
    if (effect.kind === 'none') {
      return isSafe(fix) ? [] : Object.freeze({ ...fix, effect: 'no verdict of RFC 9309 or Google changes' });
    }
    const refuted = (isSafe(fix) || closes(fix)) && { onlyByRule: true as const };
    return Object.freeze({ ...fix, changesVerdicts: true, effect: inWords(effect), ...refuted });
  });
  return withFixes(diagnostic, fixes);
}

function withFixes({ fixes: _, ...rest }: Diagnostic, fixes: readonly Fix[] = []): Diagnostic {
  return Object.freeze({ ...rest, ...(fixes.length > 0 && { fixes }) });
}
