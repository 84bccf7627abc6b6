import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** What operators say about their own crawlers. */
const SAYS = {
  no: 'its operator says that it does not obey robots.txt',
  'user-triggered': 'its operator says that it may ignore robots.txt if a person requests the page',
} as const;

/** RFC 9309 §1: the rules are not a form of access authorization. */
export function* mayNotObey(context: LintContext): Iterable<Finding> {
  for (const { token, userAgents } of context.crawlers) {
    const { obeys, source } = context.agentOf(token) ?? {};
    if ((obeys !== 'no' && obeys !== 'user-triggered') || context.ruleSetOf(token).allows('/')) continue;
    yield {
      message: `${token} may still fetch the site: ${SAYS[obeys]} (${source})`,
      span: (userAgents[0] as DocumentRecord).span,
    };
  }
}
