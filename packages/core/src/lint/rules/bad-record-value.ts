import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { ABSOLUTE } from './relative-sitemap.ts';

/**
 * Codes that have a lint rule of their own; obsolete records, of which another rule speaks; and Clean-param: sites use
 * forms that Yandex does not document, its own among them.
 */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'record-before-group',
  'bad-crawl-delay',
  'relative-sitemap',
  'empty-sitemap',
  'bad-host',
  'bad-cache-delay',
  'bad-clean-param',
]);

/** Each record beyond RFC 9309 has its own grammar. */
export const badRecordValue: LintRule = {
  code: 'bad-record-value',
  severity: 'warning',
  title: 'The value of a record is not valid',
  reason: 'Crawlers that know the record ignore a value that they cannot parse.',
  bad: { body: 'User-agent: *\nDisallow: /a\nVisit-time: noon\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nVisit-time: 0600-0845\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { code, message, span, line } of context.recordDefects) {
      if (ELSEWHERE.has(code) || code.includes('noindex')) continue;
      if (code === 'bad-sitemap' && !ABSOLUTE.test(context.recordAtLine(line)?.value ?? '')) continue;
      yield { message, span };
    }
  },
};
