/** Collects the tokens that a file names, in one pass, for callers that ask about many crawlers of one file. */
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { tokenAt } from '../parse/groups.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { isStar } from '../parse/product-token.ts';
import { tokensOf } from '../rules/crawler.ts';

/** Product tokens of a file's user-agent records. */
export interface NamedTokens {
  /** Each token once, ignoring case, as first written and in file order; without `*`. */
  readonly tokens: readonly string[];
  /** The same tokens in the form used for comparison: ASCII letters in lower case. */
  readonly compared: readonly string[];
  /** The file has a group for `*`. */
  readonly hasStar: boolean;
}

const NO_TOKENS: readonly string[] = Object.freeze([]);
const STAR_ALONE: NamedTokens = Object.freeze({ tokens: NO_TOKENS, compared: NO_TOKENS, hasStar: true });
const NOBODY: NamedTokens = Object.freeze({ tokens: NO_TOKENS, compared: NO_TOKENS, hasStar: false });

/**
 * The product tokens that a file names, by RFC 9309 §2.2.1, whatever the document's dialect.
 *
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { namedTokens } from 'robots-exclusion/agents';
 *
 * namedTokens(parse('User-agent: GPTBot\nUser-agent: *\nDisallow: /\n')); // { tokens: ['GPTBot'], compared: ['gptbot'], hasStar: true }
 * ```
 */
export function namedTokens(document: RobotsDocument): NamedTokens {
  const { octets, lines } = document;
  let hasStar = false;
  let tokens: Map<string, string> | undefined;
  for (let row = 0; row < lines.length; row += ROW) {
    if (kindAt(lines, row) !== LineKind.userAgent) continue;
    if (isStar(octets, valueStartAt(lines, row), valueEndAt(lines, row))) hasStar = true;
    else {
      const token = tokenAt(document, row);
      const key = lowerCase(token);
      tokens ??= new Map();
      if (token !== '' && !tokens.has(key)) tokens.set(key, token);
    }
  }
  if (tokens === undefined) return hasStar ? STAR_ALONE : NOBODY;
  return { tokens: [...tokens.values()], compared: [...tokens.keys()], hasStar };
}

/** The product tokens of a crawler in the form of {@link NamedTokens.compared}. */
export function comparedTokens(tokens: readonly string[]): readonly string[] {
  return tokensOf(tokens).map((octets) => textOf(octets, 0, octets.length));
}

/** Lowers ASCII letters only, as tokens are compared. */
function lowerCase(token: string): string {
  if (!/[\u0080-\uffff]/.test(token)) return token.toLowerCase();
  return token.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
