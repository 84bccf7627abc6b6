import { listed } from '../../print/listed.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 does not define Crawl-delay; each operator decides whether to read it. */
export function* crawlDelayUnread(context: LintContext): Iterable<Finding> {
  for (const { productTokens, others } of context.document.groups) {
    // Their operators state that they do not read it.
    const deaf = productTokens.filter((token) => context.agentOf(token)?.crawlDelay === 'no');
    if (deaf.length === 0) continue;
    for (const { kind, span } of others) {
      if (kind === 'crawl-delay') yield { message: messageFor([...new Set(deaf)]), span };
    }
  }
}

const MOST_NAMED = 5;

function messageFor(names: readonly string[]): string {
  return `${listed(names, MOST_NAMED)} ${names.length === 1 ? 'ignores' : 'ignore'} Crawl-delay`;
}
