/** Builds judgements under RFC 9309 from the rule that decides. */
import { textOf } from '../bytes/text.ts';
import { tokenAt } from '../parse/groups.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, lineAt, startAt, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { columnOf, type LineSource } from '../parse/records.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { parsePattern, patternText } from '../patterns/pattern.ts';
import type { Target } from '../patterns/target.ts';
import type { Judgement, Verdict, VerdictGroup, VerdictRule } from './verdict.ts';

/** The judgement on a target. `/robots.txt` is always allowed (RFC 9309 §2.2.2). */
export function judgementOn(
  target: Target,
  group: VerdictGroup | undefined,
  rule: VerdictRule | undefined,
): Judgement {
  const isItself = isRobotsTxt(target);
  if (!group) return Object.freeze({ allowed: true, because: isItself ? 'robots-txt-itself' : 'no-group' });
  if (isItself) return Object.freeze({ allowed: true, because: 'robots-txt-itself', group });
  if (!rule) return Object.freeze({ allowed: true, because: 'no-rule-matched', group });
  return Object.freeze({ allowed: rule.kind === 'allow', because: 'rule', rule, group });
}

/** The verdict on a target: the judgement with all rules that matched, best first. */
export function verdictOn(
  target: Target,
  group: VerdictGroup | undefined,
  candidates: readonly VerdictRule[],
): Verdict {
  return Object.freeze({ ...judgementOn(target, group, candidates[0]), candidates });
}

/** The rule in a row of the line table. Its pattern must be able to match. */
export function ruleAt({ octets, lines }: LineSource, row: number): VerdictRule {
  const start = startAt(lines, row);
  const valueStart = valueStartAt(lines, row);
  const end = valueEndAt(lines, row);
  const pattern = parsePattern(octets, valueStart, end);
  return Object.freeze({
    kind: kindAt(lines, row) === LineKind.allow ? 'allow' : 'disallow',
    text: textOf(octets, start, end),
    pattern: pattern ? patternText(pattern) : '',
    octets: pattern ? pattern.octets : 0,
    line: lineAt(lines, row),
    column: columnOf(octets, start),
  });
}

/** The group with the user-agent records in `rows`; `undefined` if there are none. */
export function groupAt(source: LineSource, rows: readonly number[]): VerdictGroup | undefined {
  return groupOf(
    rows.map((row) => tokenAt(source, row)),
    rows.map((row) => lineAt(source.lines, row)),
  );
}

/** A group with these tokens; `undefined` if there are none. */
export function groupOf(
  productTokens: readonly string[],
  lines: readonly number[],
): VerdictGroup | undefined {
  if (productTokens.length === 0) return undefined;
  return Object.freeze({ productTokens: Object.freeze(productTokens), lines: Object.freeze(lines) });
}
