/** Rules that check the value of one allow or disallow record at a time. */
import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintRule } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { hasEscapedLineEnd } from './escaped-line-end.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const quotedPattern: LintRule = valueRule({
  code: 'quoted-pattern',
  severity: 'error',
  title: 'A pattern is in quotation marks',
  reason: 'The quotation marks are part of the pattern, so it does not begin with "/" and matches nothing.',
  bad: { body: 'User-agent: *\nDisallow: "/private/"\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'quotes',
  says: ({ value }) => `The pattern ${value} matches nothing because the quotation marks are part of it`,
});

/** RFC 9309 §2.2.3: only `*` and a final `$` are special. */
export const regularExpression: LintRule = valueRule({
  code: 'regular-expression',
  severity: 'warning',
  title: 'A pattern is a regular expression',
  reason:
    'Only "*" and a final "$" are special. Character classes, groups, alternatives and backslashes match themselves, so such a pattern matches almost no URL.',
  bad: { body: 'User-agent: *\nDisallow: /(foo|bar)/[0-9]+\n' },
  good: { body: 'User-agent: *\nDisallow: /foo/\nDisallow: /bar/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'regular-expression',
  says: ({ value }) =>
    `${inQuotes(value)} looks like a regular expression, but only "*" and a final "$" are special. Crawlers match all other characters literally`,
});

/** RFC 9309 §2.2: a rule has one path pattern. */
export const severalPatternsOnOneLine: LintRule = valueRule({
  code: 'several-patterns-on-one-line',
  severity: 'error',
  title: 'A rule lists several patterns',
  reason:
    'A rule has one pattern. Crawlers read a list as one long path with spaces or commas, which matches no page.',
  bad: { body: 'User-agent: *\nDisallow: /a /b, /c\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'list' && !hasEscapedLineEnd(value),
  says: ({ value }) => `Crawlers read ${inQuotes(value)} as a single path. Each pattern needs its own rule`,
});

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export const wordAsPattern: LintRule = valueRule({
  code: 'word-as-pattern',
  severity: 'error',
  title: 'A word such as "all" is used as a pattern',
  reason:
    'A rule needs a path pattern. "Disallow: all" matches nothing, so everything stays allowed. Write "/" to match everything, or leave the value empty to match nothing.',
  bad: { body: 'User-agent: *\nDisallow: all\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  isAt: ({ value }) => otherSyntaxOf(value) === 'word',
  says: ({ value, kind }) =>
    `${inQuotes(value)} is not a path pattern, so this ${kind} rule matches nothing. The pattern for all paths is "/"`,
});

interface ValueRule extends Omit<LintRule, 'check'> {
  /** Whether the rule reports the record. */
  isAt(record: DocumentRecord): boolean;
  says(record: DocumentRecord): string;
}

/** Creates a lint rule that checks each allow and disallow record separately. */
function valueRule({ isAt, says, ...rule }: ValueRule): LintRule {
  return {
    ...rule,
    *check(context) {
      for (const record of context.recordsOf('allow', 'disallow')) {
        if (isAt(record)) yield { message: says(record), span: record.span };
      }
    },
  };
}
