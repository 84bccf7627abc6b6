import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the Internet Media Type is text/plain. */
export const notRobotsTxt: LintRule = {
  code: 'not-robots-txt',
  severity: 'error',
  readsAnyFile: true,
  title: 'The file is not a robots.txt',
  reason:
    'The server responded with an HTML page, JSON, an error message or an archive and status 200. Crawlers find no rules and may fetch everything, or they follow lines that look like rules by chance. If there are no such lines, this is the only finding.',
  bad: { body: '{"message":"Internal Error"}\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context) => parserFindings(context, 'not-robots-txt'),
};
