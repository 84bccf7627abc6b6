import { usageDiagnostics } from '../../usage/diagnostics.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** draft-ietf-aipref-attach §3, contentsignals.org, RSL 1.0: each has its own grammar. */
export function* badUsagePreference({ document }: LintContext): Iterable<Finding> {
  for (const { message, span } of usageDiagnostics(document)) yield { message, span };
}
