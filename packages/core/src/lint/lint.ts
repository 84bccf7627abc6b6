/** Runs the rules over a document. */
import { type Body, toOctets } from '../bytes/body.ts';
import { quote } from '../bytes/quote.ts';
import type { Diagnostic } from '../parse/diagnostics.ts';
import { RobotsDocument } from '../parse/document.ts';
import { lineOf, lineStarts } from '../parse/line-of.ts';
import { parse } from '../parse/parse.ts';
import { dialectsOf, FixProver } from '../proof/fix-prover.ts';
import { closingFixes } from './bare-closures.ts';
import { type ContextOptions, LintContext } from './lint-context.ts';
import type { Finding, LintRule, Severity } from './lint-rule.ts';
import { getProfile } from './profiles.ts';
import { lintRules } from './rules/index.ts';
import { type SettledFixes, settleFixes } from './settle-fixes.ts';
import { withoutHastyDeletions } from './unsettled-groups.ts';

/** Options for linting a file. */
export interface LintOptions extends ContextOptions {
  /**
   * The profile: `rfc9309`, `google`, `bing`, `yandex`, `lighthouse`, `aipref`, `portable`, `strict`.
   *
   * @default {'rfc9309'}
   */
  readonly profile?: string;
  /** Severities by rule code. They override the severities of the profile; `off` disables a rule. */
  readonly rules?: Readonly<Record<string, Severity>>;
}

/**
 * Finds the problems in a robots.txt, in file order. Any octets can be linted. Octets beyond the limit that crawlers
 * must read are not examined, and a diagnostic reports that.
 *
 * A file often has many rules that have no effect or are longer than needed. Four or more such rules in one group
 * become one finding that lists the further lines, with one fix for all of them.
 *
 * A fix with `changesVerdicts: false` is proven to change no verdict of RFC 9309, of Google, or of the profile's
 * dialect, whether it is applied alone or together with all other such fixes. In tests, all such fixes together moved
 * no other dialect away from RFC 9309. `fixAll` applies these fixes first. If a proof would take too long, the fix does
 * not count as safe.
 *
 * @throws {TypeError} If `body` is neither a string, nor a `Uint8Array`, nor a document.
 * @throws {RangeError} If `options` names a profile, a rule or a severity that does not exist.
 * @example
 * ```ts
 * const [found] = lint('User-agent: *\nDisalow: /a\nAllow: /\n');
 * [found?.code, found?.line]; // ['misspelt-record', 2]
 * ```
 */
export function lint(body: Body | RobotsDocument, options: LintOptions = {}): readonly Diagnostic[] {
  return Object.freeze(findSettled(body, options).diagnostics);
}

/** The findings of {@link lint}. Every command and service relies on this function to decide whether a fix is safe. */
export function findSettled(body: Body | RobotsDocument, options: LintOptions): SettledFindings {
  const { diagnostics, octets, document } = findClaims(body, options);
  const profile = getProfile(options.profile ?? 'rfc9309');
  const dialects = dialectsOf(profile);
  const prover = new FixProver(served(body, document), octets, dialects, options.crawlers);
  const readers = { closes: closingFixes(octets), dialect: profile.dialect?.name };
  return { ...settleFixes(diagnostics, prover, readers), base: octets };
}

/** Findings with proven fixes, and the octets that the edits refer to. */
export interface SettledFindings extends SettledFixes {
  readonly base: Uint8Array;
}

function inFileOrder(a: Diagnostic, b: Diagnostic): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : 1);
}

/** Findings with the fixes as the rules claim them. Nothing is proven yet. */
export interface Claims {
  readonly diagnostics: readonly Diagnostic[];
  /** The octets that spans refer to. */
  readonly octets: Uint8Array;
  readonly document: RobotsDocument;
}

/** The findings of {@link lint} before any proof. */
export function findClaims(body: Body | RobotsDocument, options: LintOptions): Claims {
  const severityOf = severities(options);
  const document = body instanceof RobotsDocument ? body : parse(body);
  const octets = octetsOf(body);
  const context = new LintContext(document, octets, { ...options, ownCodes: OWN_CODES });
  const starts = lineStarts(octets);
  const silenced = silencedLines(context);
  const rules = context.isSomethingElse ? lintRules.filter(({ readsAnyFile }) => readsAnyFile) : lintRules;
  const found = rules.flatMap((rule) => {
    const severity = severityOf(rule);
    if (severity === 'off') return [];
    return [...rule.check(context)].map((finding) => diagnostic(starts, rule.code, severity, finding));
  });
  const heard = found.filter(({ code, line }) => !silenced.get(line)?.has(code)).sort(inFileOrder);
  return { diagnostics: withoutHastyDeletions(heard, context), octets, document };
}

/**
 * The body as served, for dialects that may read it differently. `undefined` for a document whose octets were decoded
 * or dropped.
 */
function served(body: Body | RobotsDocument, { octets, encoding, isTruncated }: RobotsDocument) {
  if (!(body instanceof RobotsDocument))
    return typeof body === 'string' ? toOctets(body, Number.POSITIVE_INFINITY).octets : body;
  return encoding === 'utf-8' && !isTruncated ? octets : undefined;
}

const OWN_CODES: ReadonlySet<string> = new Set(lintRules.flatMap(({ ownCodes = [] }) => ownCodes));

function diagnostic(
  starts: readonly number[],
  code: string,
  severity: Diagnostic['severity'],
  { message, span, fixes, weight }: Finding,
): Diagnostic {
  const line = lineOf(starts, span.start);
  return Object.freeze({
    ...{ code, severity: weighed(severity, weight), message, line, span },
    ...(fixes && { fixes }),
  });
}

const STEPS = ['info', 'warning', 'error'] as const;

function weighed(severity: Diagnostic['severity'], weight: Finding['weight']): Diagnostic['severity'] {
  const step = STEPS.indexOf(severity) + (weight === 'minor' ? -1 : weight === 'major' ? 1 : 0);
  return STEPS[Math.min(Math.max(step, 0), STEPS.length - 1)] as Diagnostic['severity'];
}

function octetsOf(body: Body | RobotsDocument): Uint8Array {
  return body instanceof RobotsDocument ? body.octets : toOctets(body, Number.POSITIVE_INFINITY).octets;
}

function severities({ profile = 'rfc9309', rules = {} }: LintOptions): (rule: LintRule) => Severity {
  const overrides = new Map(Object.entries(rules));
  for (const [code, severity] of overrides) {
    if (!lintRules.some((rule) => rule.code === code)) {
      throw new RangeError(`Cannot set the severity of ${quote(code)}: expected the code of a lint rule`);
    }
    if (!['error', 'warning', 'info', 'off'].includes(severity)) {
      throw new RangeError(
        `Cannot set ${code} to ${quote(severity)}: expected "error", "warning", "info" or "off"`,
      );
    }
  }
  const { severities: ofProfile, others } = getProfile(profile);
  return ({ code, severity }) => overrides.get(code) ?? ofProfile.get(code) ?? others ?? severity;
}

const DIRECTIVE = /^#\s*robots-lint-disable-next-line\s+(.+)$/s;

/** The codes that comments suppress, by line: `# robots-lint-disable-next-line code, code`. */
function silencedLines({ otherLines }: LintContext): ReadonlyMap<number, ReadonlySet<string>> {
  const silenced = new Map<number, Set<string>>();
  for (const { kind, text, line } of otherLines) {
    const codes = kind === 'comment' ? DIRECTIVE.exec(text)?.[1] : undefined;
    if (codes) silenced.set(line + 1, new Set(codes.split(/[\s,]+/)));
  }
  return silenced;
}
