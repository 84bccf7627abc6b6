/** The same answer as `allows`, with its reason (RFC 9309 §2.2.1–2.2.2). */
import { textOf } from '../bytes/text.ts';
import { tokenAt } from '../parse/groups.ts';
import { lineAt, startAt, valueEndAt } from '../parse/line-table.ts';
import { columnOf } from '../parse/records.ts';
import { isRobotsTxt, matches } from '../patterns/match.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { Verdict, VerdictGroup, VerdictRule } from './verdict.ts';

/**
 * Why a rule set answers as it does: the deciding rule with its line, the merged group, and every rule that
 * matched. `explain(rules, target).allowed` is always `rules.allows(target)`. Slow on purpose: it looks at every
 * rule.
 *
 * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2 | RFC 9309 §2.2.2}
 * @example
 * ```ts
 * const rules = compile(parse('User-agent: *\nDisallow: /private/\n'), 'FooBot');
 * explain(rules, '/private/x').rule?.line; // 2
 * ```
 */
export function explain(ruleSet: RuleSet, target: string | UrlLike): Verdict {
  const prepared = prepareTarget(target);
  const candidates = ruleSet.rules
    .filter((rule) => matches(rule.pattern, prepared))
    .map((rule) => verdictRule(ruleSet, rule));
  const group = groupOf(ruleSet);
  const common = { ...(group && { group }), candidates: Object.freeze(candidates) };
  if (isRobotsTxt(prepared)) return Object.freeze({ allowed: true, because: 'robots-txt-itself', ...common });
  if (!group) return Object.freeze({ allowed: true, because: 'no-group', ...common });
  const [rule] = candidates;
  if (!rule) return Object.freeze({ allowed: true, because: 'no-rule-matched', ...common });
  return Object.freeze({ allowed: rule.kind === 'allow', because: 'rule', rule, ...common });
}

function groupOf({ document, selection }: RuleSet): VerdictGroup | undefined {
  if (selection.userAgentRows.length === 0) return undefined;
  return Object.freeze({
    productTokens: Object.freeze(selection.userAgentRows.map((row) => tokenAt(document, row))),
    lines: Object.freeze(selection.userAgentRows.map((row) => lineAt(document.lines, row))),
  });
}

function verdictRule({ document }: RuleSet, { row, isAllow, pattern }: Rule): VerdictRule {
  const { octets, lines } = document;
  const start = startAt(lines, row);
  return Object.freeze({
    kind: isAllow ? 'allow' : 'disallow',
    text: textOf(octets, start, valueEndAt(lines, row)),
    pattern: patternText(pattern),
    octets: pattern.octets,
    line: lineAt(lines, row),
    column: columnOf(octets, start),
  });
}

function patternText({ plain, isAnchored }: Pattern): string {
  const segments = plain.map((segment) => textOf(segment, 0, segment.length));
  return segments.join('*') + (isAnchored ? '$' : '');
}
