import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { listed } from '../listed.ts';
import type { NamedCrawler } from '../named-crawler.ts';

/** Statements shown in one message. */
const MOST_SHOWN = 3;

const STATING: ReadonlySet<string> = new Set(['content-usage', 'content-signal']);

/** RFC 9309 §2.2.1, draft-ietf-aipref-attach-05 §2: a named group replaces those of `*`, with what they state. */
export const namedGroupHidesPreferences: LintRule = {
  code: 'named-group-hides-preferences',
  severity: 'warning',
  title: 'A named group loses the preferences of "*"',
  reason:
    'A crawler that finds its name reads that group alone. What "*" states about use (Content-Usage, Content-Signal) does not hold for it unless its own group repeats it.',
  bad: {
    body: 'User-agent: *\nAllow: /\nContent-Usage: train-ai=n\n\nUser-agent: FooBot\nAllow: /\n',
  },
  good: {
    body: 'User-agent: *\nAllow: /\nContent-Usage: train-ai=n\n\nUser-agent: FooBot\nAllow: /\nContent-Usage: train-ai=n\n',
  },
  *check(context: LintContext): Iterable<Finding> {
    const star = context.crawlers.find(({ token }) => token === '*');
    const stated = star ? statementsOf(star) : [];
    if (stated.length === 0) return;
    const shown = stated.map(({ name, value, line }) => `${name}: ${value} (line ${line})`);
    for (const crawler of context.crawlers) {
      if (crawler === star || statementsOf(crawler).length > 0 || isShutOut(crawler, context)) continue;
      yield {
        message: `${crawler.token} reads its own group alone, and what "*" states about use does not hold for it: ${listed(shown, MOST_SHOWN)}`,
        span: (crawler.userAgents[0] as DocumentRecord).span,
      };
    }
  },
};

/** What may not be fetched has no use. */
function isShutOut({ token, groups }: NamedCrawler, context: LintContext): boolean {
  const hasAllow = groups.some(({ rules }) => rules.some(({ kind }) => kind === 'allow'));
  return !hasAllow && !context.ruleSetOf(token).allows('/');
}

function statementsOf({ groups }: NamedCrawler): DocumentRecord[] {
  return groups.flatMap(({ others }) => others).filter(({ kind }) => STATING.has(kind));
}
