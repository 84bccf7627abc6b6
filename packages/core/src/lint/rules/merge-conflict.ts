import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Conflict markers of a version control system. */
const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;

/** With conflict markers left in, the rules of both sides apply. */
export function* mergeConflict(context: LintContext): Iterable<Finding> {
  for (const { text, span } of context.otherLines) {
    if (MARKER.test(text))
      yield { message: 'A merge conflict marker: crawlers read the rules of both sides', span };
  }
}
