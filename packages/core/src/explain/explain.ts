/** The same verdict as `allows`, with its reason (RFC 9309 §2.2.1–2.2.2). */
import type { UrlLike } from '../patterns/target.ts';
import { RuleSet } from '../rules/rule-set.ts';
import type { Judgement, Verdict } from '../rules/verdict.ts';

/**
 * The verdict of a rule set with its reason: the deciding rule with its line, the merged group, and every rule that
 * matched. `explain(rules, target).allowed` is always `rules.allows(target)`. This function is slow, because it
 * examines every rule. If you need only the deciding rule, use {@link judge}.
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
  return RuleSet.matcherOf(ruleSet).explain(target);
}

/**
 * A verdict without its candidates: finding the deciding rule takes about as long as two calls of `allows`, regardless
 * of the file and the target. The first call for a rule set costs as much as compiling it again, and creates tables
 * that take two to four times the memory of the rules.
 *
 * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`.
 * @example
 * ```ts
 * const rules = compile(parse('User-agent: *\nDisallow: /private/\n'), 'FooBot');
 * judge(rules, '/private/x').rule?.text; // 'Disallow: /private/'
 * ```
 */
export function judge(ruleSet: RuleSet, target: string | UrlLike): Judgement {
  return RuleSet.matcherOf(ruleSet).judge(target);
}

/**
 * `explain` for many targets of one rule set.
 *
 * @example
 * ```ts
 * const verdictOn = explainer(compile(parse('User-agent: *\nDisallow: /private/\n'), 'FooBot'));
 * verdictOn('/private/x').rule?.line; // 2
 * verdictOn('/').because; // 'no-rule-matched'
 * ```
 */
export function explainer(ruleSet: RuleSet): (target: string | UrlLike) => Verdict {
  const matcher = RuleSet.matcherOf(ruleSet);
  return (target) => matcher.explain(target);
}
