import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the file MUST be UTF-8. */
export const illFormedUtf8: LintRule = {
  code: 'ill-formed-utf-8',
  severity: 'warning',
  title: 'The file contains octets that are not valid UTF-8',
  reason:
    'Parsers replace such octets, guess another encoding, or keep them. A rule that contains them matches different paths in different crawlers.',
  bad: { body: 'User-agent: *\nDisallow: /caf\xe9\n', encoding: 'latin1' },
  good: { body: 'User-agent: *\nDisallow: /caf%C3%A9\n' },
  check: (context) => parserFindings(context, 'ill-formed-utf-8'),
};
