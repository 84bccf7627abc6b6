import { usageDiagnostics } from '../../usage/diagnostics.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** draft-ietf-aipref-attach §3, contentsignals.org, RSL 1.0: each has its own grammar. */
export const badUsagePreference: LintRule = {
  code: 'bad-usage-preference',
  severity: 'warning',
  title: 'A preference about use cannot be read as it is written',
  reason:
    'A Content-Usage, Content-Signal or License record that breaks its grammar says nothing at all: what was meant as a "no" is not heard.',
  bad: { body: 'User-agent: *\nDisallow: /a\nContent-Usage: train-ai = n\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nContent-Usage: train-ai=n\n' },
  *check({ document }: LintContext): Iterable<Finding> {
    for (const { severity, message, span } of usageDiagnostics(document)) {
      if (severity !== 'info') yield { message, span };
    }
  },
};
