/**
 * Finds groups whose meaning is in doubt, because one of their lines is misspelled or is not read as intended. Until
 * that line is fixed, the effect of the group's rules is uncertain, so no fix may delete one of them for having no
 * effect.
 */
import type { Span } from '../bytes/span.ts';
import type { Diagnostic, Fix } from '../parse/diagnostics.ts';
import type { Group } from '../parse/groups.ts';
import type { LintContext } from './lint-context.ts';
import { lintRules } from './rules/index.ts';

/**
 * Lint rules, at any severity, whose findings show that a group may have other rules or apply to other crawlers than
 * intended.
 */
const LEAVING_DOUBT: ReadonlySet<string> = new Set([
  'control-octet',
  'escaped-line-end',
  'full-url-pattern',
  'groups-run-together',
  'invisible-character',
  'merge-conflict',
  'missing-colon',
  'misspelt-record',
  'pattern-without-slash',
  'phrase-as-product-token',
  'quoted-pattern',
  'regular-expression',
  'several-patterns-on-one-line',
  'several-records-on-one-line',
  'several-tokens-on-one-line',
  'unknown-product-token',
  'unmatchable-product-token',
  'user-agent-header',
  'word-as-pattern',
]);

/** Drops fixes that delete a record of a group whose meaning is in doubt. */
export function withoutHastyDeletions(
  diagnostics: readonly Diagnostic[],
  context: LintContext,
): readonly Diagnostic[] {
  const records = context.document.records.map(({ span }) => span);
  const deletes = (fix: Fix): boolean => deletesRecord(fix, records);
  if (!diagnostics.some(({ fixes = [] }) => fixes.some(deletes))) return diagnostics;
  const unsettled = unsettledSpans(context);
  if (unsettled.length === 0) return diagnostics;
  const isHasty = (fix: Fix): boolean =>
    deletes(fix) &&
    fix.edits.some(({ span }) => unsettled.some(({ start, end }) => span.start < end && span.end > start));
  return diagnostics.map((one) =>
    one.fixes ? Object.freeze({ ...one, fixes: one.fixes.filter((fix) => !isHasty(fix)) }) : one,
  );
}

function deletesRecord({ changesVerdicts, edits }: Fix, records: readonly Span[]): boolean {
  if (changesVerdicts) return false;
  return edits.some(({ span, replacement }) => {
    const first = replacement.length === 0 ? records[firstFrom(records, span.start)] : undefined;
    return first !== undefined && first.end <= span.end;
  });
}

/** The index, among spans in ascending order, of the first span that begins at or after `start`. */
function firstFrom(spans: readonly Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The groups with a line that puts their meaning in doubt, and the groups that some crawler merges with them. */
function unsettledSpans(context: LintContext): readonly Span[] {
  const { groups } = context.document;
  const spans = groups.map((group, index) => ({
    group,
    start: startOf(group),
    end: groups[index + 1] ? startOf(groups[index + 1] as Group) : Number.POSITIVE_INFINITY,
  }));
  const rules = lintRules.filter(({ code }) => LEAVING_DOUBT.has(code));
  const places = rules.flatMap((rule) => [...rule.check(context)].map(({ span }) => span.start));
  const inDoubt = spans.filter(({ start, end }) => places.some((place) => place >= start && place < end));
  const tokens = new Set(
    inDoubt.flatMap(({ group }) => group.productTokens.map((token) => token.toLowerCase())),
  );
  return spans.filter(({ group }) => group.productTokens.some((token) => tokens.has(token.toLowerCase())));
}

function startOf({ userAgents: [first] }: Group): number {
  return first?.span.start ?? 0;
}
