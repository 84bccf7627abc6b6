/** Fixes made: the safe ones with a proof that no verdict changes, the others when somebody asks for them. */
import { type Body, toOctets } from '../bytes/body.ts';
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { quote } from '../bytes/quote.ts';
import type { Diagnostic } from '../parse/diagnostics.ts';
import { RobotsDocument } from '../parse/document.ts';
import { bareClosures } from './bare-closures.ts';
import { type Candidate, compatible } from './compatible-fixes.ts';
import { inWords } from './fix-effect.ts';
import { dialectsOf, FixProver } from './fix-prover.ts';
import { findClaims, type LintOptions } from './lint.ts';
import { getProfile } from './profiles.ts';
import { provenTogether } from './proven-together.ts';
import { lintRules } from './rules/index.ts';

/** How a file is fixed. */
export interface FixOptions extends LintOptions {
  /**
   * Also make fixes that are meant to change verdicts: all, except those that would close a whole site (a bare
   * `Disallow: /` that was not there); or all fixes of the rules with these codes, whatever they change for whom.
   *
   * @default {false}
   */
  readonly allowVerdictChanges?: boolean | readonly string[];
}

/** One fix that was made or left out. */
export interface AppliedFix {
  readonly code: string;
  /** The line in the file as it was when the fix was made: earlier fixes may have moved it. */
  readonly line: number;
  /** What it does. */
  readonly title: string;
  /** Why it was left out: what it would change, for whom. */
  readonly effect?: string;
}

/** What became of a file. */
export interface FixResult {
  readonly octets: Uint8Array;
  readonly made: readonly AppliedFix[];
  /** Fixes that were left out: not proven to change no verdict, moving another parser, or closing a whole site. */
  readonly unproven: readonly AppliedFix[];
}

/** One fix may make room for another: so often the file is looked through. */
const MOST_ROUNDS = 10;

/** States that are looked at for the proofs of one round. */
const PROOF_WORK = 40_000;

/**
 * Makes all fixes of a file, round by round until nothing is left to be made: those that are proven to change no verdict
 * of RFC 9309, of Google, or of the profile's dialect, for any crawler, and that move no other dialect away from RFC 9309,
 * as far as that can be tested. With `allowVerdictChanges` those come first that
 * say what the file was meant to say, and the proofs start from there. Of two that overlap the first is made.
 *
 * @throws {TypeError} If `body` is neither a string, nor a `Uint8Array`, nor a document.
 * @throws {RangeError} If `options` names a profile, a rule or a severity that does not exist.
 * @example
 * ```ts
 * const { made, octets } = fixAll('User-agent: *\nDisallow: /a\nDisallow: /a/b\n');
 * made.map(({ code }) => code); // ['redundant-rule']
 * new TextDecoder().decode(octets); // 'User-agent: *\nDisallow: /a\n'
 * ```
 */
export function fixAll(
  body: Body | RobotsDocument,
  { allowVerdictChanges = false, ...options }: FixOptions = {},
): FixResult {
  const run = new FixRun(body, options);
  const codes = typeof allowVerdictChanges === 'boolean' ? undefined : codesOf(allowVerdictChanges);
  if (allowVerdictChanges !== false) run.makeMeantFixes(codes);
  run.makeSafeFixes();
  return run.result;
}

/** @throws {RangeError} If a code is not that of a rule. */
function codesOf(codes: readonly string[]): ReadonlySet<string> {
  const unknown = codes.find((code) => !lintRules.some((rule) => rule.code === code));
  if (unknown === undefined) return new Set(codes);
  throw new RangeError(`Cannot make the fixes of ${quote(unknown)}: expected the code of a lint rule`);
}

/** What of some fixes is made, and why the others are not. */
interface Choice {
  readonly kept: readonly Candidate[];
  readonly dropped: ReadonlyMap<Candidate, string>;
}

class FixRun {
  readonly #options: LintOptions;
  readonly #made: AppliedFix[] = [];
  readonly #left: AppliedFix[] = [];
  #body: Uint8Array;

  constructor(body: Body | RobotsDocument, options: LintOptions) {
    this.#options = options;
    this.#body =
      body instanceof RobotsDocument
        ? body.octets
        : typeof body === 'string'
          ? toOctets(body, Number.POSITIVE_INFINITY).octets
          : body;
  }

  get result(): FixResult {
    return { octets: this.#body, made: this.#made, unproven: this.#left };
  }

  /** Fixes that change what the file says, to what it was meant to say. */
  makeMeantFixes(codes: ReadonlySet<string> | undefined): void {
    this.#rounds(
      (candidates, base) => {
        const closes = (some: readonly Candidate[]): boolean =>
          codes === undefined && bareClosures(applyEdits(base, editsOf(some))) > bareClosures(base);
        if (!closes(candidates)) return { kept: candidates, dropped: new Map() };
        const kept: Candidate[] = [];
        const dropped = new Map<Candidate, string>();
        for (const one of candidates) {
          if (closes([...kept, one])) dropped.set(one, 'it would close the whole site');
          else kept.push(one);
        }
        return { kept, dropped };
      },
      ({ changesVerdicts }, code) => codes?.has(code) ?? changesVerdicts,
    );
  }

  makeSafeFixes(): void {
    const dialects = dialectsOf(getProfile(this.#options.profile ?? 'rfc9309'));
    this.#rounds(
      (candidates, base) => {
        const prove = new FixProver(this.#body, base, dialects).ofDefaults(PROOF_WORK);
        const { kept, left } = provenTogether(prove, candidates);
        return { kept, dropped: new Map([...left].map(([one, effect]) => [one, inWords(effect)])) };
      },
      ({ changesVerdicts }) => !changesVerdicts,
    );
  }

  /** What was left out may be made once another fix was: so each round begins anew. */
  #rounds(
    choose: (candidates: readonly Candidate[], base: Uint8Array) => Choice,
    isWanted: (fix: Candidate['fix'], code: string) => boolean,
  ): void {
    let left = new Map<Candidate['fix'], AppliedFix>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { diagnostics, octets: base } = findClaims(this.#body, this.#options);
      left = new Map();
      const kept = this.#choice(diagnostics, left, (candidates) => choose(candidates, base), isWanted);
      if (kept.length === 0) break;
      this.#made.push(...kept.map((one) => applied(one)));
      this.#body = applyEdits(base, editsOf(kept));
    }
    this.#left.push(...left.values());
  }

  /** What is made in one round; what is left out makes room for fixes that overlap it. */
  #choice(
    diagnostics: readonly Diagnostic[],
    left: Map<Candidate['fix'], AppliedFix>,
    choose: (candidates: readonly Candidate[]) => Choice,
    isWanted: (fix: Candidate['fix'], code: string) => boolean,
  ): readonly Candidate[] {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const candidates = compatible(diagnostics, (fix, { code }) => isWanted(fix, code) && !left.has(fix));
      if (candidates.length === 0) break;
      const { kept, dropped } = choose(candidates);
      for (const [one, effect] of dropped) left.set(one.fix, { ...applied(one), effect });
      if (kept.length > 0) return kept;
    }
    return [];
  }
}

function editsOf(fixes: readonly Candidate[]): Edit[] {
  return fixes.flatMap(({ fix }) => fix.edits);
}

function applied({ diagnostic: { code, line }, fix: { title } }: Candidate): AppliedFix {
  return { code, line, title };
}
