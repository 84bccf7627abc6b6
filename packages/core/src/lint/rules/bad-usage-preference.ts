import { usageDiagnostics } from '../../usage/diagnostics.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** draft-ietf-aipref-attach §3, contentsignals.org, RSL 1.0: each has its own grammar. */
export const badUsagePreference: LintRule = {
  code: 'bad-usage-preference',
  severity: 'warning',
  title: 'A usage preference is not valid',
  reason:
    'Crawlers ignore a Content-Usage, Content-Signal or License record that breaks its grammar or uses a word outside its vocabulary. A preference that was meant as "no" then has no effect.',
  bad: { body: 'User-agent: *\nDisallow: /a\nContent-Usage: train-ai = n\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nContent-Usage: train-ai=n\n' },
  *check({ document }: LintContext): Iterable<Finding> {
    for (const { message, span } of usageDiagnostics(document)) yield { message, span };
  },
};
