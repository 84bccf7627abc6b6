/** The same answer as `allows`, with its reason (RFC 9309 §2.2.1–2.2.2). */
import { textOf } from '../bytes/text.ts';
import { isRobotsTxt, matches } from '../patterns/match.ts';
import { type Pattern, parsePattern, patternText } from '../patterns/pattern.ts';
import { DIFFERS, RawMatcher } from '../patterns/raw-match.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { completeForm } from '../rules/complete-form.ts';
import { readRules, type WrittenRule, type WrittenUserAgent } from '../rules/read-rules.ts';
import { rank } from '../rules/rule.ts';
import { type RuleSet, readingOf } from '../rules/rule-set.ts';
import { explainByFacts } from './explain-by-facts.ts';
import type { Verdict, VerdictGroup, VerdictRule } from './verdict.ts';

/**
 * Why a rule set answers as it does: the deciding rule with its line, the merged group, and every rule that
 * matched. `explain(rules, target).allowed` is always `rules.allows(target)`. Slow on purpose: it looks at every
 * rule.
 *
 * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`, or if the rule set was
 * compiled before this function was loaded, as only a bundle in several parts can bring about: its rules have no names.
 * @see {@link https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2 | RFC 9309 §2.2.2}
 * @example
 * ```ts
 * const rules = compile(parse('User-agent: *\nDisallow: /private/\n'), 'FooBot');
 * explain(rules, '/private/x').rule?.line; // 2
 * ```
 */
export function explain(ruleSet: RuleSet, target: string | UrlLike): Verdict {
  const reading = readingOf(ruleSet);
  if (reading) return explainByFacts(reading, target);
  const prepared = prepareTarget(target);
  const { rules, userAgents } = readRules(completeForm(ruleSet), mayMatch(prepared));
  return verdictOn(prepared, readable(rules), groupOf(userAgents));
}

/**
 * `explain` for many targets of one rule set: its rules are read once. The function returned holds them, several times
 * what the rule set takes, for as long as it is kept.
 *
 * @example
 * ```ts
 * const verdictOn = explainer(compile(parse('User-agent: *\nDisallow: /private/\n'), 'FooBot'));
 * verdictOn('/private/x').rule?.line; // 2
 * verdictOn('/').because; // 'no-rule-matched'
 * ```
 */
export function explainer(ruleSet: RuleSet): (target: string | UrlLike) => Verdict {
  const reading = readingOf(ruleSet);
  if (reading) return (target) => explainByFacts(reading, target);
  const { rules, userAgents } = readRules(completeForm(ruleSet));
  const all = readable(rules);
  const group = groupOf(userAgents);
  return (target) => verdictOn(prepareTarget(target), all, group);
}

/** A rule that can match, with its pattern. */
interface ReadRule {
  readonly rule: WrittenRule;
  readonly pattern: Pattern;
  /** Made when it matches for the first time; verdicts share it. */
  shown?: VerdictRule;
}

function readable(rules: readonly WrittenRule[]): ReadRule[] {
  return rules.flatMap((rule) => {
    const pattern = parsePattern(rule.value, 0, rule.value.length);
    return pattern ? [{ rule, pattern }] : [];
  });
}

/** Each form is written out: to spread members into a frozen object takes ten times as long. */
function verdictOn(prepared: Target, rules: readonly ReadRule[], group: VerdictGroup | undefined): Verdict {
  const candidates = Object.freeze(candidatesAmong(rules, prepared));
  const [rule] = candidates;
  const isItself = isRobotsTxt(prepared);
  if (!group) {
    return Object.freeze({ allowed: true, because: isItself ? 'robots-txt-itself' : 'no-group', candidates });
  }
  if (isItself) return Object.freeze({ allowed: true, because: 'robots-txt-itself', group, candidates });
  if (!rule) return Object.freeze({ allowed: true, because: 'no-rule-matched', group, candidates });
  return Object.freeze({ allowed: rule.kind === 'allow', because: 'rule', rule, group, candidates });
}

/**
 * Most rules are seen not to match as they stand: only the others are normalised, and those that would take more
 * steps than a benign rule needs.
 */
function mayMatch({ folded, plain }: Target): (value: Uint8Array) => boolean {
  const forms = plain === folded ? [folded] : [folded, plain];
  const matchers = forms.map((form) => new RawMatcher(form, form.length, 0));
  return (value) =>
    matchers.some((matcher) => {
      matcher.stepsLeft = 2 * (value.length + folded.length);
      return matcher.match(value, 0, value.length) !== DIFFERS;
    });
}

/** Rules that match, best first; among equals of one kind the first line comes first. */
function candidatesAmong(rules: readonly ReadRule[], target: Target): VerdictRule[] {
  const candidates: VerdictRule[] = [];
  for (const read of rules) {
    if (!matches(read.pattern, target)) continue;
    read.shown ??= verdictRule(read.rule, read.pattern);
    candidates.push(read.shown);
  }
  return candidates.sort((a, b) => rankOf(b) - rankOf(a) || a.line - b.line);
}

function rankOf({ kind, octets }: VerdictRule): number {
  return rank(kind === 'allow', octets);
}

function groupOf(userAgents: readonly WrittenUserAgent[]): VerdictGroup | undefined {
  if (userAgents.length === 0) return undefined;
  return Object.freeze({
    productTokens: Object.freeze(userAgents.map(({ productToken }) => productToken)),
    lines: Object.freeze(userAgents.map(({ line }) => line)),
  });
}

function verdictRule({ isAllow, head, value, line, column }: WrittenRule, pattern: Pattern): VerdictRule {
  const record = new Uint8Array(head.length + value.length);
  record.set(head);
  record.set(value, head.length);
  return Object.freeze({
    kind: isAllow ? 'allow' : 'disallow',
    text: textOf(record, 0, record.length),
    pattern: patternText(pattern),
    octets: pattern.octets,
    line,
    column,
  });
}
