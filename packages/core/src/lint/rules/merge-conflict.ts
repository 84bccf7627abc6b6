import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Marks that a version control system leaves where two versions did not fit together. */
const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;

/** Lines of both sides count, and the file says what neither side meant. */
export const mergeConflict: LintRule = {
  code: 'merge-conflict',
  severity: 'error',
  title: 'The file contains a merge conflict',
  reason: 'Crawlers skip the markers and read the rules of both sides.',
  bad: { body: 'User-agent: *\n<<<<<<< HEAD\nDisallow: /a\n=======\nDisallow: /b\n>>>>>>> feature\n' },
  good: { body: 'User-agent: *\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { text, span } of context.otherLines) {
      if (MARKER.test(text))
        yield { message: 'A merge conflict marker: crawlers read the rules of both sides', span };
    }
  },
};
