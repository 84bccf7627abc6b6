/** Applies fixes: safe ones, which are proven to change no verdict, and others on request. */
import { type Body, toOctets } from '../bytes/body.ts';
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { quote } from '../bytes/quote.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { RobotsDocument } from '../parse/document.ts';
import { type Candidate, compatible } from '../proof/compatible-fixes.ts';
import { bareClosures } from './bare-closures.ts';
import { findClaims, findSettled, type LintOptions } from './lint.ts';
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

/** One fix that was applied or left out. A run of findings has one fix. */
export interface AppliedFix {
  readonly code: string;
  /** The line at the time of the fix; earlier fixes may have moved it. */
  readonly line: number;
  /** What it does. */
  readonly title: string;
  /** Why it was left out: what it would change, and for whom. */
  readonly effect?: string;
}

/** What became of a file. */
export interface FixResult {
  readonly octets: Uint8Array;
  readonly made: readonly AppliedFix[];
  /** Fixes that were left out: not proven to change no verdict, moving another parser, or closing a whole site. */
  readonly unproven: readonly AppliedFix[];
}

/** One fix may enable another: the number of passes over the file. */
const MOST_ROUNDS = 10;

/**
 * Makes all fixes of a file that {@link lint} calls safe, round by round until none is left: they are proven to change no
 * verdict of RFC 9309, of Google, or of the profile's dialect, for any crawler, and move no other dialect away from
 * RFC 9309, as far as that can be tested. With `allowVerdictChanges` those come first that say what the file was meant to
 * say, and the proofs start from there. Of two that overlap the first is made.
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

class FixRun {
  readonly #options: LintOptions;
  readonly #made: AppliedFix[] = [];
  readonly #left: AppliedFix[] = [];
  /** A document until the first fix: nothing can be proven about a document that is not the whole file. */
  #body: Uint8Array | RobotsDocument;

  constructor(body: Body | RobotsDocument, options: LintOptions) {
    this.#options = options;
    this.#body = typeof body === 'string' ? toOctets(body, Number.POSITIVE_INFINITY).octets : body;
  }

  get result(): FixResult {
    const octets = this.#body instanceof RobotsDocument ? this.#body.octets : this.#body;
    return { octets, made: this.#made, unproven: this.#left };
  }

  /**
   * Fixes that change what the file says, to what it was meant to say. What is left out may be made once another fix was:
   * so each round begins anew.
   */
  makeMeantFixes(codes: ReadonlySet<string> | undefined): void {
    let left: readonly Candidate[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { diagnostics, octets: base } = findClaims(this.#body, this.#options);
      const refused = new Set<Fix>();
      const wanted = (): readonly Candidate[] =>
        compatible(
          diagnostics,
          (fix, { code }) => !refused.has(fix) && (codes?.has(code) ?? fix.changesVerdicts),
        );
      const all = wanted();
      let kept = codes ? all : withoutClosures(base, all);
      left = all.filter((one) => !kept.includes(one));
      // What is left out makes room for fixes that overlap it.
      for (const { fix } of left) refused.add(fix);
      if (kept.length === 0) kept = withoutClosures(base, wanted());
      if (kept.length === 0) break;
      this.#made.push(...kept.map(({ diagnostic, fix }) => applied(diagnostic, fix)));
      this.#body = applyEdits(base, editsOf(kept));
    }
    const effect = 'it would close the whole site';
    this.#left.push(...left.map(({ diagnostic, fix }) => ({ ...applied(diagnostic, fix), effect })));
  }

  /** Applies all that `lint` calls safe, repeatedly: it offers only fixes that can be applied together. */
  makeSafeFixes(): void {
    for (let round = 1; ; round++) {
      const { diagnostics, base, left } = findSettled(this.#body, this.#options);
      const made = diagnostics.flatMap((diagnostic) => {
        const fix = diagnostic.fixes?.find(isSafe);
        return fix ? [applied(diagnostic, fix)] : [];
      });
      if (made.length === 0 || round > MOST_ROUNDS) {
        this.#left.push(
          ...left.map(({ diagnostic, fix, effect }) => ({ ...applied(diagnostic, fix), effect })),
        );
        return;
      }
      this.#made.push(...made);
      this.#body = applyEdits(base, editsOf(compatible(diagnostics, isSafe)));
    }
  }
}

/** As many as close no whole site that was open. */
function withoutClosures(base: Uint8Array, wanted: readonly Candidate[]): readonly Candidate[] {
  const closures = bareClosures(base);
  const closes = (some: readonly Candidate[]): boolean =>
    bareClosures(applyEdits(base, editsOf(some))) > closures;
  if (!closes(wanted)) return wanted;
  const kept: Candidate[] = [];
  for (const one of wanted) if (!closes([...kept, one])) kept.push(one);
  return kept;
}

function isSafe({ changesVerdicts }: Fix): boolean {
  return !changesVerdicts;
}

function editsOf(fixes: readonly Candidate[]): Edit[] {
  return fixes.flatMap(({ fix }) => fix.edits);
}

function applied({ code, line }: Diagnostic, { title }: Fix): AppliedFix {
  return { code, line, title };
}
