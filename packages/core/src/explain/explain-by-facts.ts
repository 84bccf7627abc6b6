/** A verdict of a dialect that reads by facts, in the same shape as RFC 9309's. */
import { textOf } from '../bytes/text.ts';
import type { DialectReading, JudgedRule } from '../parse/dialect-reader.ts';
import { lineAt, startAt, valueEndAt } from '../parse/line-table.ts';
import { columnOf, type LineSource } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Verdict, VerdictGroup, VerdictRule } from './verdict.ts';

/** Why a dialect answers as it does. */
export function explainByFacts(reading: DialectReading, target: string | UrlLike): Verdict {
  const { allowed, because, candidates, note } = reading.judge(target);
  const rules = candidates.map((rule) => verdictRule(reading.source, rule));
  const group = groupOf(reading);
  const verdict: Verdict = { allowed, because, candidates: Object.freeze(rules) };
  if (because === 'rule' && rules[0]) verdict.rule = rules[0];
  if (group) verdict.group = group;
  if (note !== undefined) verdict.note = note;
  if (reading.basis) verdict.basis = reading.basis;
  return Object.freeze(verdict);
}

function groupOf({ source, selection }: DialectReading): VerdictGroup | undefined {
  const { lines } = source;
  if (selection.userAgentRows.length === 0 && selection.ruleRows.length === 0) return undefined;
  return Object.freeze({
    productTokens: Object.freeze([...selection.productTokens]),
    lines: Object.freeze(selection.userAgentRows.map((row) => lineAt(lines, row))),
  });
}

function verdictRule({ octets, lines }: LineSource, { row, isAllow, pattern }: JudgedRule): VerdictRule {
  const start = startAt(lines, row);
  return Object.freeze({
    kind: isAllow ? 'allow' : 'disallow',
    text: textOf(octets, start, valueEndAt(lines, row)),
    pattern: pattern.text,
    octets: pattern.length,
    line: lineAt(lines, row),
    column: columnOf(octets, start),
  });
}
