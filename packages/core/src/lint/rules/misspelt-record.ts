import { encodeUtf8 } from '../../bytes/utf-8.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2.4: parsers MAY accept misspellings, so some do. */
export function* misspeltRecord(context: LintContext): Iterable<Finding> {
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
}
