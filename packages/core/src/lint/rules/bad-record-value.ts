import { recordDefinition } from '../../records/definitions.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { ABSOLUTE } from './relative-sitemap.ts';

/** Each record that RFC 9309 does not define has its own grammar. */
export function* badRecordValue(context: LintContext): Iterable<Finding> {
  for (const { code, message, span, line } of context.recordDefects) {
    // Skips Clean-param, because sites, including Yandex's own, use forms that Yandex does not document.
    if (context.hasOwnRule(code) || code === 'bad-clean-param') continue;
    const { name = '', value = '' } = context.recordAtLine(line) ?? {};
    // Another rule reports that the record has no effect.
    if (recordDefinition(name)?.obsolete !== undefined) continue;
    if (code === 'bad-sitemap' && !ABSOLUTE.test(value)) continue;
    yield { message, span };
  }
}
