/** Values in the syntax of another format: crawlers read them differently from what the author meant. */

/** A list of patterns, a regular expression, a value in quotes, or a word. */
export type OtherSyntax = 'list' | 'regular-expression' | 'quotes' | 'word';

/** What the value of a rule is written as; `undefined` for a path pattern. Linear in the value. */
export function otherSyntaxOf(value: string): OtherSyntax | undefined {
  if (WORD.test(value)) return 'word';
  if (QUOTES.test(value)) return 'quotes';
  if (LIST.test(value)) return 'list';
  return REGULAR_EXPRESSION.test(value) ? 'regular-expression' : undefined;
}

const WORD = /^(?:all|any|everything|none|nothing|yes|no|true|false)$/i;

const QUOTES = /^(?:"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’)$/;

/** Two paths, with a comma or white space between them. */
const LIST = /^[/*][^\s,]*(?:\s*,\s*|\s+)\//;

/** `^/a`, `/a|/b`, `\d`, `\.`, `(a|b)`, `[0-9]`, `[^/]`, `.+`, `.*?`, `(?:`: none of them occurs in a path by chance. */
const REGULAR_EXPRESSION =
  /^\^|\|\/|\\[.dDwWsSb?+/\-()[\]]|\([^()]*\|[^()]*\)|\[(?:\^|0-9|[aA]-[zZ])[^\]]*\]|\.[*+]\?|\(\?[:=!]|\.\+/;
