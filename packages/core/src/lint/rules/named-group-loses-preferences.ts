import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import type { NamedCrawler } from '../named-crawler.ts';

/** Records that belong to a group and say what may be done with what was fetched. */
const KINDS = ['content-signal', 'content-usage'] as const;

/** draft-ietf-aipref-attach, contentsignals.org: the records hold for the crawlers of their group. */
export const namedGroupLosesPreferences: LintRule = {
  code: 'named-group-loses-preferences',
  severity: 'warning',
  title: 'A named group loses the usage preferences of "*"',
  reason:
    'Content-Usage and Content-Signal hold for the crawlers of their group. A crawler that has a group of its own does not read those of "*": to it the site states no preference.',
  bad: {
    body: 'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /a\n',
  },
  good: {
    body: 'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /a\n\nUser-agent: Googlebot\nContent-Signal: ai-train=no\nDisallow: /a\n',
  },
  *check(context: LintContext): Iterable<Finding> {
    const star = context.crawlers.find(({ token }) => token === '*');
    if (!star) return;
    for (const kind of KINDS) {
      const [stated] = recordsOf(star, kind);
      if (!stated) continue;
      for (const crawler of context.crawlers) {
        if (crawler === star || recordsOf(crawler, kind).length > 0 || isClosed(crawler, context)) continue;
        const message = `${crawler.token} obeys its own group alone, which lacks the ${stated.name} of "*" (line ${stated.line}): to it nothing is stated`;
        yield { message, span: (crawler.userAgents[0] as DocumentRecord).span };
      }
    }
  },
};

function recordsOf({ groups }: NamedCrawler, kind: (typeof KINDS)[number]): readonly DocumentRecord[] {
  return groups.flatMap(({ others }) => others.filter((record) => record.kind === kind));
}

/** What may not be fetched needs no preference. */
function isClosed({ token }: NamedCrawler, context: LintContext): boolean {
  return !context.ruleSetOf(token).allows('/');
}
