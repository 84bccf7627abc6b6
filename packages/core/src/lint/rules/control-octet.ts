import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.2, §3: a pattern contains no control characters. */
export const controlOctet: LintRule = {
  code: 'control-octet',
  severity: 'error',
  title: 'A pattern contains a control character',
  reason:
    'A rule with a control character matches nothing here. Some parsers end the line at that character and use the part before it.',
  bad: { body: 'User-agent: *\nDisallow: /a\u0000b\n' },
  good: { body: 'User-agent: *\nDisallow: /ab\n' },
  check: (context) => parserFindings(context, 'control-octet'),
};
