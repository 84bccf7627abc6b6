/** Collects the tokens that a file names, in one pass, for callers that look up many crawlers in one file. */
import { textOf } from '../bytes/text.ts';
import type { RobotsDocument } from '../parse/document.ts';
import * as LineKind from '../parse/line-kind.ts';
import { kindAt, ROW, valueEndAt, valueStartAt } from '../parse/line-table.ts';
import { endOfToken, isStar } from '../parse/product-token.ts';
import { tokensOf } from '../rules/crawler.ts';

/** Product tokens of a file's user-agent records. */
export interface NamedTokens {
  /** Each token once, ignoring case, as first written and in file order; without `*`. */
  readonly tokens: readonly string[];
  /** The same tokens in the form used for comparison: ASCII letters in lower case. */
  readonly compared: readonly string[];
  /** Whether the file has a group for `*`. */
  readonly hasStar: boolean;
}

const NO_TOKENS: readonly string[] = /* @__PURE__ */ Object.freeze([]);
const STAR_ALONE: NamedTokens = /* @__PURE__ */ Object.freeze({
  tokens: NO_TOKENS,
  compared: NO_TOKENS,
  hasStar: true,
});
const NOBODY: NamedTokens = /* @__PURE__ */ Object.freeze({
  tokens: NO_TOKENS,
  compared: NO_TOKENS,
  hasStar: false,
});

/**
 * The product tokens that a file names, according to RFC 9309 §2.2.1, regardless of the document's dialect.
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
    const start = valueStartAt(lines, row);
    const end = valueEndAt(lines, row);
    if (isStar(octets, start, end)) hasStar = true;
    else {
      const { token, compared } = spelling(octets, start, endOfToken(octets, start, end));
      tokens ??= new Map();
      if (token !== '' && !tokens.has(compared)) tokens.set(compared, token);
    }
  }
  if (tokens === undefined) return hasStar ? STAR_ALONE : NOBODY;
  return { tokens: [...tokens.values()], compared: [...tokens.keys()], hasStar };
}

interface Spelling {
  readonly token: string;
  readonly compared: string;
}

/**
 * A cache of recent spellings, indexed by a hash of some octets: files name the same 1,500 crawlers, and comparing a
 * token is faster than decoding it.
 */
const met: (Spelling | undefined)[] = [];
const MOST_MET = 4_096;

/** The maximum length of a cached token. Longer tokens seldom occur in several files. */
const MOST_OCTETS = 64;

function spelling(octets: Uint8Array, start: number, end: number): Spelling {
  const slot = slotOf(octets, start, end);
  const last = met[slot];
  if (last && isSpelled(octets, start, end, last.token)) return last;
  const token = textOf(octets, start, end);
  const made = { token, compared: lowerCase(token) };
  if (end - start <= MOST_OCTETS) met[slot] = made;
  return made;
}

/**
 * The cache index of a name: a hash of its length and four of its octets, which collides no more often than a hash of
 * all its octets. For a name of one octet, the hash includes the preceding octet, which always exists because the
 * record's name precedes the value.
 */
function slotOf(octets: Uint8Array, start: number, end: number): number {
  const middle = (start + end) >> 1;
  let hash = end - start;
  hash = hash * 31 + (octets[start] as number);
  hash = hash * 31 + (octets[middle - 1] as number);
  hash = hash * 31 + (octets[middle] as number);
  hash = hash * 31 + (octets[end - 1] as number);
  return hash % MOST_MET;
}

/** Whether the octets from `start` to `end` spell `text`. False if the text is not ASCII. */
function isSpelled(octets: Uint8Array, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at++) {
    const octet = octets[start + at] as number;
    if (octet > 0x7f || octet !== text.charCodeAt(at)) return false;
  }
  return true;
}

/** The product tokens of a crawler, in the form of {@link NamedTokens.compared}. */
export function comparedTokens(tokens: readonly string[]): readonly string[] {
  return tokensOf(tokens).map((octets) => textOf(octets, 0, octets.length));
}

/** Converts only ASCII letters to lower case, as token comparison does. */
function lowerCase(token: string): string {
  if (!/[\u0080-\uffff]/.test(token)) return token.toLowerCase();
  return token.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
