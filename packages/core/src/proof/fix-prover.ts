/**
 * The only code that decides whether a fix is safe. A safe fix is proven, for every crawler and target, to change
 * no verdict of RFC 9309, of Google, or of the chosen profile’s dialect; and no other parser was found to move
 * away from RFC 9309. A fix without proof is not safe.
 */
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { sentTargets } from '../compare/target-space.ts';
import { WorkBudget } from '../compare/work-budget.ts';
import { google } from '../dialects/google.ts';
import { proveForAllTokens } from '../diff/prove-same-verdicts.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import { type DialectEffect, effectText, type FixEffect } from './fix-effect.ts';
import { OtherParsers } from './other-parsers.ts';

/** The maximum number of states examined per proof, which takes a few hundredths of a second. */
const ONE_PROOF = 2_000;

/** The number of octets that a proof may read again per unit of work. */
const OCTETS_A_UNIT = 200;

/** The dialects whose verdicts a safe fix must not change: RFC 9309, Google, and the profile's own. */
export function dialectsOf({ dialect }: { readonly dialect?: Dialect }): readonly Dialect[] {
  return [...new Set([rfc9309, google, ...(dialect ? [dialect] : [])])];
}

export type Prove = (edits: readonly Edit[]) => FixEffect;

/** Equivalent edits have the same key. */
export function editsKey(edits: readonly Edit[]): string {
  return JSON.stringify(edits.map(({ span, replacement }) => [span.start, span.end, `${replacement}`]));
}

export class FixProver {
  /** The octets that edits refer to. */
  readonly #base: Uint8Array;
  readonly #before: readonly RobotsDocument[];
  readonly #body: Uint8Array | undefined;
  readonly #dialects: readonly Dialect[];
  readonly #crawlers: readonly string[];
  readonly #known = new Map<string, FixEffect>();
  #others: OtherParsers | undefined;

  /**
   * @param body The file as served; without it, nothing can be proven.
   * @param base The octets that edits refer to: for a UTF-16 file, its text as UTF-8.
   * @param crawlers The crawlers that the user is interested in.
   */
  constructor(
    body: Uint8Array | undefined,
    base: Uint8Array,
    dialects: readonly Dialect[],
    crawlers: readonly string[] = [],
  ) {
    this.#crawlers = crawlers;
    this.#base = base;
    this.#body = body;
    this.#dialects = dialects;
    this.#before = body ? dialects.map((dialect) => parse(body, { dialect })) : [];
  }

  /**
   * Like {@link FixProver.within}, for fixes that are claimed to be safe. In addition, tests must find no other parser
   * that the edits move away from RFC 9309. Proofs are cached.
   */
  ofSafe(work: number): Prove {
    const prove = this.within(work);
    return (edits) => {
      const key = editsKey(edits);
      const known = this.#known.get(key);
      if (known) return known;
      // Tests other parsers first, because they show which edits are at fault.
      const effect = this.#effectOnOthers(edits);
      const whole = effect.kind === 'none' ? prove(edits) : effect;
      if (whole.kind !== 'undecided') this.#known.set(key, whole);
      return whole;
    };
  }

  #effectOnOthers(edits: readonly Edit[]): FixEffect {
    if (!this.#body || edits.length === 0) return { kind: 'none' };
    this.#others ??= new OtherParsers(this.#body, this.#dialects, this.#crawlers);
    return this.#others.effectOf(applyEdits(this.#base, edits), edits);
  }

  /** Proves that edits change no verdict. All proofs together examine at most `work` states. */
  within(work: number): Prove {
    const budget = new WorkBudget(this.#before.length > 0 ? work : 0);
    return (edits) => (budget.left === 0 ? { kind: 'undecided' } : this.#prove(edits, budget));
  }

  #prove(edits: readonly Edit[], budget: WorkBudget): FixEffect {
    const after = applyEdits(this.#base, edits);
    const effects: DialectEffect[] = [];
    let isDecided = true;
    for (const before of this.#before) {
      if (!budget.spend(after.length / OCTETS_A_UNIT)) {
        isDecided = false;
        break;
      }
      const work = Math.min(ONE_PROOF, budget.left);
      const own = new WorkBudget(work);
      const { dialect } = before;
      const documents = [before, parse(after, { dialect })] as const;
      const proof = proveForAllTokens(documents, own, dialect === google ? sentTargets : undefined);
      budget.spend(work - own.left);
      if (proof.kind === 'changed') effects.push({ documents, ...proof });
      if (proof.kind === 'undecided') isDecided = false;
    }
    if (effects.length > 0) {
      const dialects = effects.map(({ documents: [{ dialect }] }) => dialect.name);
      return { kind: 'changed', dialects, text: effectText(effects) };
    }
    return { kind: isDecided ? 'none' : 'undecided' };
  }
}
