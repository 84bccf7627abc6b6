/** Rules that check the value of one allow or disallow record at a time. */
import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { hasEscapedLineEnd } from './escaped-line-end.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const quotedPattern: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'quotes',
  ({ value }) => `The pattern ${value} matches nothing because the quotation marks are part of it`,
);

/** RFC 9309 §2.2.3: only `*` and a final `$` are special. */
export const regularExpression: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'regular-expression',
  ({ value }) =>
    `${inQuotes(value)} looks like a regular expression, but only "*" and a final "$" are special. Crawlers match all other characters literally`,
);

/** RFC 9309 §2.2: a rule has one path pattern. */
export const severalPatternsOnOneLine: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'list' && !hasEscapedLineEnd(value),
  ({ value }) => `Crawlers read ${inQuotes(value)} as a single path. Each pattern needs its own rule`,
);

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const wordAsPattern: LintRule['check'] = valueCheck(
  ({ value }) => otherSyntaxOf(value) === 'word',
  ({ value, kind }) =>
    `${inQuotes(value)} is not a path pattern, so this ${kind} rule matches nothing. The pattern for all paths is "/"`,
);

/** Checks each allow and disallow record separately: whether it is reported, and the message. */
function valueCheck(
  isAt: (record: DocumentRecord) => boolean,
  says: (record: DocumentRecord) => string,
): LintRule['check'] {
  return function* check(context) {
    for (const record of context.recordsOf('allow', 'disallow')) {
      if (isAt(record)) yield { message: says(record), span: record.span };
    }
  };
}
