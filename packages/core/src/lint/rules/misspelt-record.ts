import { encodeUtf8 } from '../../bytes/utf-8.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.4: parsers MAY accept misspellings, so some do. */
export const misspeltRecord: LintRule = {
  code: 'misspelt-record',
  severity: 'error',
  title: 'The name of a record is misspelled',
  reason:
    'Crawlers ignore records that they do not know. Google accepts some misspellings of "disallow" and "user-agent" and others accept none, so crawlers treat the line differently.',
  bad: { body: 'User-agent: *\nDisalow: /private/\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { name, span } of context.recordsOf('other')) {
      const meant = context.meantName(name);
      if (meant === undefined) continue;
      const spelling = meant.charAt(0).toUpperCase() + meant.slice(1);
      yield {
        message: `Unknown record ${inQuotes(name)}. Did you mean "${spelling}"?`,
        span,
        fixes: [
          {
            title: `Write "${spelling}"`,
            edits: [
              {
                span: { start: span.start, end: span.start + encodeUtf8(name).length },
                replacement: spelling,
              },
            ],
            changesVerdicts: true,
          },
        ],
      };
    }
  },
};
