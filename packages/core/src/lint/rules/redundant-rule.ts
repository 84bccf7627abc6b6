import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { removal } from '../remove-line.ts';

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
