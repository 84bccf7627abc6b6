import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Paths that nobody should be pointed to. */
const TELLING =
  /(?:^|[/._-])(?:backups?|dumps?|passwords?\.[a-z]+|passwd|secrets?|credentials?|private[-_]?keys?|\.git|\.env|\.ssh|\.svn|\.htpasswd|phpmyadmin|sql|db|database|internal|confidential)(?=[/._*$-]|$)/i;

/** RFC 9309 §3: listing paths exposes them publicly. */
export const disclosesPaths: LintRule = {
  code: 'discloses-paths',
  severity: 'info',
  title: 'A pattern tells where something sensitive is',
  reason:
    'Everybody can read a robots.txt, and those who look for trouble begin with it. It protects nothing: use authentication.',
  bad: { body: 'User-agent: *\nDisallow: /db-backups/\n' },
  good: { body: 'User-agent: *\nDisallow: /search\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { kind, value, span } of context.rules) {
      if (kind === 'disallow' && TELLING.test(value)) {
        yield { message: `${value} tells everybody where to look, and keeps nobody out`, span };
      }
    }
  },
};
