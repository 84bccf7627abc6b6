import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Hosts that no production site is served from. */
const NEAR_HOST = /^(?:localhost|127\.|10\.|192\.168\.)/i;
const STAGING_HOST = /\b(?:staging|stage|dev|test|preprod|uat|local)\b/i;
const STAGING_WORDS =
  /\b(?:staging|pre-?production|do not deploy|remove before (?:launch|go-?live)|development (?:site|server|only))\b/i;

/** A file that was made for another site than the one it is served on. */
export const stagingLeftover: LintRule = {
  code: 'staging-leftover',
  severity: 'warning',
  title: 'Something was left over from staging',
  reason: 'A comment or a sitemap that speaks of a staging site is a sign that the wrong file was published.',
  bad: {
    body: '# robots.txt for staging\nUser-agent: *\nDisallow: /a\nSitemap: https://staging.example.com/sitemap.xml\n',
  },
  good: { body: 'User-agent: *\nDisallow: /a\nSitemap: https://www.example.com/sitemap.xml\n' },
  *check(context: LintContext): Iterable<Finding> {
    if (context.robotsUrl !== undefined && isStagingHost(context.robotsUrl)) return;
    for (const { value, span } of context.recordsOf('sitemap', 'host')) {
      if (isStagingHost(value)) yield { message: `${JSON.stringify(value)} looks like a staging host`, span };
    }
    for (const { kind, text, span } of context.otherLines) {
      if (kind === 'comment' && STAGING_WORDS.test(text))
        yield { message: 'This comment speaks of a staging site', span };
    }
  },
};

/** The words count before the last dot only: `.dev` is a domain like others. */
function isStagingHost(url: string): boolean {
  const host = /^[a-z]+:\/\/([^/]*)/i.exec(url)?.[1] ?? '';
  return NEAR_HOST.test(host) || STAGING_HOST.test(host.slice(0, Math.max(0, host.lastIndexOf('.'))));
}
