/** Rules on allow and disallow records that other ones make void. */
import type { DocumentRecord } from '../../parse/records.ts';
import { listed } from '../../print/listed.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { removal } from '../remove-line.ts';

/** RFC 9309 §2.2.2: duplicate rules MAY be deduplicated. */
export function* duplicateRule(context: LintContext): Iterable<Finding> {
  for (const { rules } of context.document.groups) {
    const seen = new Map<string, number>();
    for (const rule of rules) {
      const key = `${rule.kind} ${context.patternOf(rule)}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, rule.line);
      else {
        yield {
          message: `By RFC 9309, this rule repeats line ${first}`,
          span: rule.span,
          fixes: [removal(context.document, rule)],
        };
      }
    }
  }
}

/** RFC 9309 §2.2.2: if an allow and a disallow rule are equivalent, the allow rule SHOULD be used. */
export function* contradictingRules(context: LintContext): Iterable<Finding> {
  const told = new Set<DocumentRecord>();
  for (const { groups } of context.choices) {
    const allowed = new Map<string, DocumentRecord>();
    const rules = groups.flatMap((group) => group.rules).filter(({ value }) => value !== '');
    for (const rule of rules) if (rule.kind === 'allow') allowed.set(context.patternOf(rule), rule);
    for (const rule of rules) {
      const opposite = rule.kind === 'disallow' ? allowed.get(context.patternOf(rule)) : undefined;
      if (!opposite || told.has(rule)) continue;
      told.add(rule);
      yield {
        message: `Line ${opposite.line} allows the same pattern, and allow wins. This rule only affects parsers that follow the first matching rule`,
        span: rule.span,
      };
    }
  }
}

/** RFC 9309 §2.2.2: a path that no rule matches is allowed. */
export function* redundantRule(context: LintContext): Iterable<Finding> {
  for (const { record, kind, because, coveredBy, losesTo, isRemovable } of context.deadRules) {
    // A rule that states that everything is allowed is common and harmless.
    const isOpposed = kind === 'shadowed' && because.some((rule) => rule.kind !== record.kind);
    if (isOpposed || losesTo || (record.kind === 'allow' && /^[/*]\**$/.test(record.value))) continue;
    yield {
      message: `By RFC 9309, this rule has no effect: ${reasonOf(record, because, coveredBy)}`,
      span: record.span,
      ...(isRemovable && { fixes: [removal(context.document, record)] }),
    };
  }
}

function reasonOf(
  { kind }: DocumentRecord,
  because: readonly DocumentRecord[],
  coveredBy: DocumentRecord | undefined,
): string {
  const one = coveredBy ?? because.find((rule) => rule.kind === kind);
  if (!one) return `every URL that it decides is ${kind === 'allow' ? 'allowed' : 'disallowed'} without it`;
  const named = `${one.kind} ${one.value} (line ${one.line})`;
  return coveredBy
    ? `${named} matches every URL that it matches`
    : `${named} and other rules give its URLs the same verdict`;
}

const MOST_NAMED = 3;

/** RFC 9309 §2.2.2: the most specific rule decides; if rules are equivalent, the allow rule decides. */
export function* shadowedRule(context: LintContext): Iterable<Finding> {
  for (const { record, kind, because, isRemovable } of context.deadRules) {
    // If only rules with the same verdict outrank the rule, the rule is merely redundant.
    if (kind !== 'shadowed' || because.every((other) => other.kind === record.kind)) continue;
    // `contradicting-rules` reports a pattern that is both allowed and disallowed.
    if (because.some((other) => context.patternOf(other) === context.patternOf(record))) continue;
    const others = because.map(({ value, line }) => `${value} (line ${line})`);
    yield {
      message: `This rule never applies because more specific rules decide every path that it matches: ${listed(others, MOST_NAMED)}`,
      span: record.span,
      ...(isRemovable && {
        fixes: [removal(context.document, record)],
      }),
    };
  }
}

/** RFC 9309 §2.2.2: the most octets decide, whatever the order in the file. */
export function* outrankedRule(context: LintContext): Iterable<Finding> {
  for (const { record, losesTo } of context.deadRules) {
    if (!losesTo) continue;
    const { to, target, isLonger } = losesTo;
    const why = isLonger ? 'which is longer' : 'which is as long, and allow wins';
    yield {
      message: `By RFC 9309, this rule loses to ${to.kind} ${to.value} (line ${to.line}), ${why}: ${target} stays ${to.kind === 'allow' ? 'allowed' : 'disallowed'}. Without this rule, no verdict would change`,
      span: record.span,
    };
  }
}
