import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** URL Standard 4.4: a client resolves dot segments and replaces `\` by `/` before it sends a path. */
export function* unreachablePattern(context: LintContext): Iterable<Finding> {
  for (const { value, span } of context.rules) {
    const path = value.split('?')[0] ?? '';
    const segment = /\/((?:\.|%2e){1,2})(?=\/)/i.exec(path)?.[1];
    if (segment && path.startsWith('/')) {
      yield {
        message: `Clients never send a path that contains "/${segment}/", so this rule matches nothing`,
        span,
      };
    }
  }
}
