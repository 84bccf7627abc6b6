/** Fixes made: the safe ones with a proof that no verdict changes, the others when somebody asks for them. */
import { applyEdits, type Edit } from '../bytes/edit.ts';
import { proveSameVerdicts } from '../diff/prove-same-verdicts.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import { parse } from '../parse/parse.ts';
import { type LintOptions, lint } from './lint.ts';

/** How a file is fixed. */
export interface FixOptions extends LintOptions {
  /** Also make fixes that may change verdicts; nothing is proven then. @default false */
  readonly isDangerous?: boolean;
}

/** One fix that was made, or left out. */
export interface AppliedFix {
  readonly code: string;
  /** The line in the file as it was when the fix was made: earlier fixes may have moved it. */
  readonly line: number;
  /** What it does. */
  readonly title: string;
}

/** What became of a file. */
export interface FixResult {
  readonly octets: Uint8Array;
  readonly made: readonly AppliedFix[];
  /** Fixes that call themselves safe and could not be proven so: they were left out. */
  readonly unproven: readonly AppliedFix[];
}

/** One fix may make room for another: so often the file is looked through. */
const MOST_ROUNDS = 10;

/** Proofs of one run; they are needed one by one only where not all fixes hold together. */
const MOST_PROOFS = 60;

/** States that are looked at for one proof. */
const PROOF_BUDGET = 20_000;

/**
 * Makes all fixes of a file, round by round until nothing is left to be made. Without `isDangerous` those alone that
 * change no verdict, and only as far as that is proven for every crawler. Of two that overlap the first is made.
 *
 * @throws {TypeError} If `octets` is no `Uint8Array`.
 * @throws {RangeError} If `options` names a profile, a rule or a severity that does not exist.
 * @example
 * ```ts
 * const octets = new TextEncoder().encode('User-agent: *\nDisallow: /a\nDisallow: /a/b\n');
 * const { made, octets: mended } = fixAll(octets);
 * made.map(({ code }) => code); // ['redundant-rule']
 * new TextDecoder().decode(mended); // 'User-agent: *\nDisallow: /a\n'
 * ```
 */
export function fixAll(octets: Uint8Array, { isDangerous = false, ...options }: FixOptions = {}): FixResult {
  const made: AppliedFix[] = [];
  const unproven = new Map<string, AppliedFix>();
  const proofs = { left: MOST_PROOFS };
  let current = octets;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const base = readable(current);
    const wanted = compatible(lint(current, options), isDangerous).filter(({ key }) => !unproven.has(key));
    const kept = isDangerous ? wanted : provable(base, [], wanted, proofs);
    for (const fix of wanted) if (!kept.includes(fix)) unproven.set(fix.key, fix.applied);
    if (kept.length === 0) break;
    made.push(...kept.map(({ applied }) => applied));
    current = applyEdits(base, editsOf(kept));
  }
  return { octets: current, made, unproven: [...unproven.values()] };
}

/** A fix of one finding. */
interface Candidate {
  readonly applied: AppliedFix;
  readonly edits: readonly Edit[];
  /** The same fix of the same text has the same key, wherever it moves. */
  readonly key: string;
}

/** The octets that spans count in: those of a UTF-16 file are its text as UTF-8. */
function readable(octets: Uint8Array): Uint8Array {
  const { octets: read, encoding } = parse(octets);
  return encoding === 'utf-8' ? octets : read;
}

/** The first fix of each finding that may be made, without those that overlap an earlier one. */
function compatible(diagnostics: readonly Diagnostic[], isDangerous: boolean): Candidate[] {
  const chosen: Candidate[] = [];
  const spans: Edit['span'][] = [];
  for (const diagnostic of diagnostics) {
    const fix = diagnostic.fixes?.find(({ changesVerdicts }) => isDangerous || !changesVerdicts);
    if (!fix || fix.edits.some(({ span }) => spans.some((other) => overlap(span, other)))) continue;
    spans.push(...fix.edits.map(({ span }) => span));
    chosen.push(candidate(diagnostic, fix));
  }
  return chosen;
}

function candidate({ code, line, message }: Diagnostic, { title, edits }: Fix): Candidate {
  return { applied: { code, line, title }, edits, key: `${code} ${title} ${message}` };
}

/** Spans that touch count as well: what stands beside a change may depend on it. */
function overlap(a: Edit['span'], b: Edit['span']): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Those of `wanted` that can be made beside `kept` with no verdict changed: without those that a proof fails on, else by halves. */
function provable(
  base: Uint8Array,
  kept: readonly Candidate[],
  wanted: readonly Candidate[],
  proofs: { left: number },
): readonly Candidate[] {
  if (wanted.length === 0 || proofs.left-- <= 0) return kept;
  const all = [...kept, ...wanted];
  const proof = proveSameVerdicts(base, applyEdits(base, editsOf(all)), { budget: PROOF_BUDGET });
  if (proof.kind === 'equal') return all;
  if (wanted.length === 1) return kept;
  const line = (proof.kind === 'changed' ? proof.region : proof.rule).before?.line;
  const rest = wanted.filter(({ applied }) => applied.line !== line);
  if (rest.length < wanted.length) return provable(base, kept, rest, proofs);
  const middle = wanted.length >> 1;
  const first = provable(base, kept, wanted.slice(0, middle), proofs);
  return provable(base, first, wanted.slice(middle), proofs);
}

function editsOf(fixes: readonly Candidate[]): Edit[] {
  return fixes.flatMap(({ edits }) => edits);
}
