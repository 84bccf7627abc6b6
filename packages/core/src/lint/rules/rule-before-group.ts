import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.2.2. */
export const ruleBeforeGroup: LintRule = {
  code: 'rule-before-group',
  severity: 'error',
  title: 'A rule appears before the first group',
  reason:
    'A rule applies to the crawlers that the user-agent lines above it name. Without one, crawlers ignore the rule. A few parsers apply it to all crawlers or reject the whole file.',
  bad: { body: 'Disallow: /private/\nUser-agent: *\nAllow: /\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\nAllow: /\n' },
  check: (context) => parserFindings(context, 'rule-before-group'),
};
