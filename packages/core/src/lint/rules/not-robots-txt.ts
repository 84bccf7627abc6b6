import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the Internet Media Type is text/plain. */
export const notRobotsTxt: LintRule = {
  code: 'not-robots-txt',
  severity: 'error',
  title: 'The file is something else',
  reason:
    'An HTML page, a JSON answer, an error message or an archive was served with status 200. Crawlers find no rule in it, and everything is open, or only the rules that it holds by chance. Where it holds none, this is the only finding.',
  bad: { body: '{"message":"Internal Error"}\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context) => parserFindings(context, 'not-robots-txt'),
};
