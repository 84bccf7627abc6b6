/** Applies safe fixes, which are proven to change no verdict, and other fixes on request. */
import { type Body, toOctets } from '../bytes/body.ts';
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { quote } from '../bytes/quote.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { RobotsDocument } from '../parse/document.ts';
import { type Candidate, compatible } from '../proof/compatible-fixes.ts';
import { bareClosures } from './bare-closures.ts';
import { findClaims, findSettled, type LintOptions } from './lint.ts';
import { lintRules } from './rules/index.ts';

/** Options for fixing a file. */
export interface FixOptions extends LintOptions {
  /**
   * Also apply fixes that are meant to change verdicts. `true` applies all of these fixes except those that would newly
   * close a whole site (a bare `Disallow: /`). A list of rule codes applies all fixes from these rules, regardless of
   * what they change.
   *
   * @default {false}
   */
  readonly allowVerdictChanges?: boolean | readonly string[];
}

/** One fix that was applied or skipped. A run of similar findings has one fix. */
export interface AppliedFix {
  readonly code: string;
  /** The line at the time of the fix. Earlier fixes may have moved it. */
  readonly line: number;
  /** A description of the fix. */
  readonly title: string;
  /** Why the fix was skipped: what it would change, and for whom. */
  readonly effect?: string;
}

/** The result of fixing a file. */
export interface FixResult {
  readonly octets: Uint8Array;
  readonly made: readonly AppliedFix[];
  /**
   * Fixes that were skipped because they were not proven to preserve all verdicts, would change another parser's
   * verdicts, or would close a whole site.
   */
  readonly unproven: readonly AppliedFix[];
}

/** Limit on the passes over the file. Several passes are needed because one fix may enable another. */
const MOST_ROUNDS = 10;

/**
 * Applies all fixes that {@link lint} calls safe, repeatedly until none is left. They are proven to change no verdict
 * of RFC 9309, of Google, or of the profile's dialect, for any crawler. As far as tests can show, they move no other
 * dialect away from RFC 9309. With `allowVerdictChanges`, fixes that restore the intended meaning come first, and the
 * proofs start from the file that these fixes produce. If two fixes overlap, the first fix wins.
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

/** @throws {RangeError} If a code does not belong to a rule. */
function codesOf(codes: readonly string[]): ReadonlySet<string> {
  const unknown = codes.find((code) => !lintRules.some((rule) => rule.code === code));
  if (unknown === undefined) return new Set(codes);
  throw new RangeError(`Cannot apply fixes of ${quote(unknown)}: expected the code of a lint rule`);
}

class FixRun {
  readonly #options: LintOptions;
  readonly #made: AppliedFix[] = [];
  readonly #left: AppliedFix[] = [];
  /**
   * The document, before the first fix is applied; the fixed octets afterwards. If the document is not the whole file,
   * nothing can be proven.
   */
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
   * Applies fixes that change the file to its intended meaning. One fix may make a skipped fix possible, so each round
   * starts over.
   */
  makeMeantFixes(codes: ReadonlySet<string> | undefined): void {
    let left: readonly Candidate[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { diagnostics, octets: base } = findClaims(this.#body, this.#options);
      const refused = new Set<Fix>();
      const wanted = (): readonly Candidate[] =>
        compatible(
          diagnostics,
          (fix, { code }) =>
            !refused.has(fix) && (codes?.has(code) ?? (fix.changesVerdicts && !fix.onlyByRule)),
        );
      const all = wanted();
      let kept = codes ? all : withoutClosures(base, all);
      left = all.filter((one) => !kept.includes(one));
      // Skipping a fix makes room for fixes that overlap it.
      for (const { fix } of left) refused.add(fix);
      if (kept.length === 0) kept = withoutClosures(base, wanted());
      if (kept.length === 0) break;
      this.#made.push(...kept.map(({ diagnostic, fix }) => applied(diagnostic, fix)));
      this.#body = applyEdits(base, editsOf(kept));
    }
    const effect = 'it would close the whole site';
    this.#left.push(...left.map(({ diagnostic, fix }) => ({ ...applied(diagnostic, fix), effect })));
  }

  /**
   * Applies all fixes that `lint` calls safe. This takes several rounds, because `lint` offers only fixes that can be
   * applied together.
   */
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

/** Leaves out each fix that, together with the fixes kept before it, would newly close a whole site. */
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
