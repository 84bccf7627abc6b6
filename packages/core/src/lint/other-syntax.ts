/**
 * Recognizes rule values that are not path patterns, such as lists and regular expressions. Crawlers do not read them
 * as intended.
 */

/** A list of patterns, a regular expression, a quoted value, or a word. */
export type OtherSyntax = 'list' | 'regular-expression' | 'quotes' | 'word';

/** The syntax of a rule's value; `undefined` for a path pattern. Takes time linear in the length of the value. */
export function otherSyntaxOf(value: string): OtherSyntax | undefined {
  if (WORD.test(value)) return 'word';
  if (QUOTES.test(value)) return 'quotes';
  if (LIST.test(value)) return 'list';
  return REGULAR_EXPRESSION.test(value) ? 'regular-expression' : undefined;
}

const WORD = /^(?:all|any|everything|none|nothing|yes|no|true|false)$/i;

const QUOTES = /^(?:"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’)$/;

/** Two paths separated by a comma, a semicolon, a bar or white space. */
const LIST = /^[/*][^\s,;|]*(?:\s*[,;]\s*|\s+\|\s*|\s*\|\s+|\s+)\//;

/**
 * Matches `^/a`, `/a|/b`, `\d`, `\.`, `(a|b)`, `[0-9]`, `[^/]`, `.+`, `.*?`, `(?:`. None of them occurs in a path by
 * accident.
 */
const REGULAR_EXPRESSION =
  /^\^|\|\/|\\[.dDwWsSb?+/\-()[\]]|\([^()]*\|[^()]*\)|\[(?:\^|0-9|[aA]-[zZ])[^\]]*\]|\.[*+]\?|\(\?[:=!]|\.\+/;
