import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/**
 * The escape sequence of a line end before a record. Elsewhere, such as in a path, the characters may be intended.
 */
const ESCAPED =
  /(?:\\r\\n|\\n|\\r)+(?=[ \t]{0,16}(?:user-agent|allow|disallow|sitemap|crawl-delay|host|content-(?:usage|signal)|license)[ \t]{0,16}:)|(?:\\r\\n|\\n|\\r)+$/gi;

/** The escape sequence before a record, in a comment or in a line without a colon. */
const BEFORE_RECORD = /\\[nr][ \t]{0,16}(?:user-agent|allow|disallow|sitemap)[ \t]{0,16}:/i;

/** Shells and environment variables keep `\n` as it is written. */
export function* escapedLineEnd(context: LintContext): Iterable<Finding> {
  const others = context.otherLines
    .filter(({ text }) => BEFORE_RECORD.test(text))
    .map(({ text, span }) => ({ value: text, span, valueSpan: span }));
  for (const { value, span, valueSpan } of [...context.document.records, ...others]) {
    const found = value.match(ESCAPED);
    if (!found) continue;
    const replacement = value.replace(/(?:\\r\\n|\\n|\\r)+$/i, '').replace(ESCAPED, context.lineEnd);
    yield {
      message: `"${found[0].slice(0, 2)}" is two characters here, not a line end, so crawlers read what follows as part of this line`,
      span,
      fixes: [
        {
          title: 'Write real line ends',
          edits: [{ span: valueSpan, replacement }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

/** Whether a value holds records behind escaped line ends. */
export function hasEscapedLineEnd(value: string): boolean {
  return value.match(ESCAPED) !== null;
}
