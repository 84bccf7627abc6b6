import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.2, §3: control characters are no part of a pattern. */
export const controlOctet: LintRule = {
  code: 'control-octet',
  severity: 'error',
  title: 'A control character is in a pattern',
  reason: 'A rule with one matches nothing here. Some parsers end the line there and use the rest.',
  bad: { body: 'User-agent: *\nDisallow: /a\u0000b\n' },
  good: { body: 'User-agent: *\nDisallow: /ab\n' },
  check: (context) => parserFindings(context, 'control-octet'),
};
