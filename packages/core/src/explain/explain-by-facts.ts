/** A verdict of a dialect that reads by facts, in the same shape as RFC 9309's. */
import { textOf } from '../bytes/text.ts';
import { lineAt, startAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { columnOf } from '../parse/records.ts';
import type { UrlLike } from '../patterns/target.ts';
import { type FactReading, judge } from '../rules/fact-reading.ts';
import type { FactRule } from '../rules/fact-rules.ts';
import type { Verdict, VerdictGroup, VerdictRule } from './verdict.ts';

/** Why a dialect answers as it does. */
export function explainByFacts(reading: FactReading, target: string | UrlLike): Verdict {
  const { dialect } = reading.document;
  const { allowed, because, candidates, note } = judge(reading, target);
  const rules = candidates.map((rule) => verdictRule(reading, rule));
  const group = groupOf(reading);
  const verdict: Verdict = { allowed, because, candidates: Object.freeze(rules) };
  if (because === 'rule' && rules[0]) verdict.rule = rules[0];
  if (group) verdict.group = group;
  if (note !== undefined) verdict.note = note;
  if (dialect.basis === 'documented') verdict.basis = dialect.basis;
  return Object.freeze(verdict);
}

function groupOf({ document, selection }: FactReading): VerdictGroup | undefined {
  const { octets, lines } = document;
  if (selection.userAgentRows.length === 0) return undefined;
  return Object.freeze({
    productTokens: Object.freeze(
      selection.userAgentRows.map((row) => textOf(octets, valueStartAt(lines, row), valueEndAt(lines, row))),
    ),
    lines: Object.freeze(selection.userAgentRows.map((row) => lineAt(lines, row))),
  });
}

function verdictRule({ document }: FactReading, { row, isAllow, pattern }: FactRule): VerdictRule {
  const { octets, lines } = document;
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
