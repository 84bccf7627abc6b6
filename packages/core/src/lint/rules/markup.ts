import { textOf } from '../../bytes/text.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { parserFindings } from '../parser-findings.ts';

/** A tag, a declaration or an instruction; `<<<<<<<` is a merge conflict. */
const BEGINS_MARKUP = /^<[a-z!?/]/i;

/** RFC 9309 §2.3: the Internet Media Type is text/plain. */
export const markup: LintRule = {
  code: 'markup',
  severity: 'error',
  title: 'The file is HTML or XML',
  reason:
    'An error page or the home page was served with status 200. Crawlers find no rule in it, and everything is open, or only the rules that stand in it by chance.',
  bad: { body: '<!doctype html>\n<title>Not found</title>\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  check(context: LintContext): Iterable<Finding> {
    const { octets } = context.document;
    return parserFindings(context, 'markup').filter(
      ({ span }) => context.isMarkup || BEGINS_MARKUP.test(textOf(octets, span.start, span.end)),
    );
  },
};
