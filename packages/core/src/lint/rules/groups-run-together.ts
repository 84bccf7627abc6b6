import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.4: other records MUST NOT interfere with the parsing of explicitly defined records. */
export const groupsRunTogether: LintRule = {
  code: 'groups-run-together',
  severity: 'warning',
  title: 'A group without rules merges with the next one',
  reason:
    'Only allow and disallow rules end a list of user-agent lines. Crawl-delay, blank lines and comments do not. Crawlers that follow RFC 9309 apply the rules of the next group to both, while older parsers treat the groups as separate.',
  bad: { body: 'User-agent: Slurp\nCrawl-delay: 5\n\nUser-agent: FooBot\nDisallow: /\n' },
  good: { body: 'User-agent: Slurp\nDisallow:\nCrawl-delay: 5\n\nUser-agent: FooBot\nDisallow: /\n' },
  *check({ document }: LintContext): Iterable<Finding> {
    for (const { userAgents, others, rules, productTokens } of document.groups) {
      if (rules.length === 0) continue;
      const lines = others.filter(({ kind }) => kind !== 'sitemap').map(({ line }) => line);
      for (let index = 1, other = 0; index < userAgents.length; index++) {
        const { line, span } = userAgents[index] as (typeof userAgents)[number];
        const before = other;
        // Past the end of `lines`, the value is undefined, and the comparison is false.
        while ((lines[other] as number) < line) other++;
        // The file names the same crawler twice, so the rules are meant for it.
        const isSame = productTokens[index - 1]?.toLowerCase() === productTokens[index]?.toLowerCase();
        if (other === before || isSame) continue;
        yield {
          message: `This line does not start a new group: ${productTokens[index - 1]} above has no rules, so the rules below also apply to it`,
          span,
        };
      }
    }
  },
};
