import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** What operators say about their own crawlers. */
const SAYS = {
  no: 'its operator says that it does not obey robots.txt',
  'user-triggered': 'its operator says that it may ignore robots.txt if a person requests the page',
} as const;

/** RFC 9309 §1: the rules are not a form of access authorization. */
export const mayNotObey: LintRule = {
  code: 'may-not-obey',
  severity: 'info',
  title: 'A rule disallows a crawler that may ignore it',
  reason:
    'A robots.txt is a request. Some crawlers, mainly those that fetch a page for a person, document that they may not follow it. To block them, reject their requests on the server.',
  bad: { body: 'User-agent: ChatGPT-User\nDisallow: /\n' },
  good: { body: 'User-agent: GPTBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { token, userAgents } of context.crawlers) {
      const { obeys, source } = context.agentOf(token) ?? {};
      if ((obeys !== 'no' && obeys !== 'user-triggered') || context.ruleSetOf(token).allows('/')) continue;
      yield {
        message: `${token} may still fetch the site: ${SAYS[obeys]} (${source})`,
        span: (userAgents[0] as DocumentRecord).span,
      };
    }
  },
};
