import type { LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** RFC 9309 §2.3: the Internet Media Type is text/plain. */
export const markup: LintRule = {
  code: 'markup',
  severity: 'error',
  title: 'The file is HTML or XML',
  reason:
    'An error page or the home page was served with status 200. Crawlers find no rule in it: everything is open.',
  bad: { body: '<!doctype html>\n<title>Not found</title>\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check: (context) => (context.isMarkup ? parserFindings(context, 'markup') : []),
};
