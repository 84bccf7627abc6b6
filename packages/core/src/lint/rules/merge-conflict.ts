import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Conflict markers of a version control system. */
const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;

/** With conflict markers left in, the rules of both sides apply. */
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
