import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Records that apply to the crawlers of their group. */
export function* recordOutsideGroup({ recordDefects }: LintContext): Iterable<Finding> {
  for (const { code, message, span } of recordDefects) {
    if (code === 'record-before-group') yield { message, span };
  }
}
