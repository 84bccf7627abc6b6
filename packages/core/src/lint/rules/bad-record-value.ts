import { recordDefinition } from '../../records/definitions.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { ABSOLUTE } from './relative-sitemap.ts';

/** Each record that RFC 9309 does not define has its own grammar. */
export const badRecordValue: LintRule = {
  code: 'bad-record-value',
  severity: 'warning',
  title: 'The value of a record is not valid',
  reason: 'Crawlers that know the record ignore a value that they cannot parse.',
  bad: { body: 'User-agent: *\nDisallow: /a\nVisit-time: noon\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nVisit-time: 0600-0845\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { code, message, span, line } of context.recordDefects) {
      // Skips Clean-param, because sites, including Yandex's own, use forms that Yandex does not document.
      if (context.hasOwnRule(code) || code === 'bad-clean-param') continue;
      const { name = '', value = '' } = context.recordAtLine(line) ?? {};
      // Another rule reports that the record has no effect.
      if (recordDefinition(name)?.obsolete !== undefined) continue;
      if (code === 'bad-sitemap' && !ABSOLUTE.test(value)) continue;
      yield { message, span };
    }
  },
};
