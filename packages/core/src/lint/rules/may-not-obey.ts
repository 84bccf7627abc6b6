import { findAgent } from '../../agents/lookup.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** What operators say of their own crawlers. */
const SAYS = {
  no: 'its operator says that it does not obey robots.txt',
  'user-triggered': 'its operator says that it may pass over robots.txt where a person asked for the page',
} as const;

/** RFC 9309 §1: the rules are not a form of access authorization. */
export const mayNotObey: LintRule = {
  code: 'may-not-obey',
  severity: 'info',
  title: 'A crawler is kept out that says it may not obey',
  reason:
    'A robots.txt asks. Some crawlers, those that fetch when a person asks for a page above all, say openly that they may not follow it. Who must stay out has to be refused by the server.',
  bad: { body: 'User-agent: ChatGPT-User\nDisallow: /\n' },
  good: { body: 'User-agent: GPTBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { token, userAgents } of context.crawlers) {
      const profile = findAgent(token);
      if (!profile || profile.token.toLowerCase() !== token.toLowerCase()) continue;
      const { obeys, source } = profile;
      if ((obeys !== 'no' && obeys !== 'user-triggered') || context.ruleSetOf(token).allows('/')) continue;
      yield {
        message: `${token} may come nevertheless: ${SAYS[obeys]} (${source})`,
        span: (userAgents[0] as DocumentRecord).span,
      };
    }
  },
};
