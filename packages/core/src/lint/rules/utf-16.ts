import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8. */
export const utf16: LintRule = {
  code: 'utf-16',
  severity: 'error',
  title: 'The file is UTF-16',
  reason: 'Most parsers read only UTF-8. They find no rules in such a file and may fetch everything.',
  bad: { body: '\xff\xfeA\x00l\x00l\x00o\x00w\x00:\x00', encoding: 'latin1' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context) => parserFindings(context, 'utf-16'),
};
