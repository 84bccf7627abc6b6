/** The Erlang module `robots`, also used from Elixir. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { TargetReading } from './engine/own-way.ts';
import { NONE, of, RULES } from './engine/sets.ts';
import { rfc9309Facts } from './rfc9309.ts';

export const robotsErlang: Dialect & DialectDefinition = defineDialect({
  name: 'robots-erlang',
  short: 'erl',
  title: 'robots (Erlang and Elixir)',
  source: 'https://github.com/AntoineGagne/robots',
  version: '1.1.2 (0f5ac7e)',
  asOf: '2023-11-21',
  basis: 'executed',
  regular: false,
  facts: {
    ...rfc9309Facts,
    lines: {
      ...rfc9309Facts.lines,
      whiteSpace: of('\t\n\u000b\f\r \u0085\u200e\u200f\u2028\u2029'),
      byteOrderMark: 'kept',
      utf16: 'read-as-octets',
      fails: { run: fails, inWords: 'The parser fails on some octets that are not valid UTF-8.' },
    },
    groups: { needs: RULES, emptyRulesDoNotCount: true, openAtEnd: 'allows-all', ruleBefore: 'ignored' },
    agents: {
      fileToken: 'whole',
      callerToken: 'whole',
      letterCase: 'unicode-lower',
      compare: 'file-begins-caller',
      starBefore: NONE,
      fails: {
        run: (name) => (/[^\u0000-\u007f]/.test(name) ? 'a name outside ASCII: badarg' : undefined),
        inWords: 'The parser fails on names outside ASCII.',
      },
    },
    merging: { choice: 'longest-name', starWeight: 'least' },
    rules: { empty: 'matches-nothing', withoutSlash: 'kept' },
    normalising: { text: 'octets', pattern: 'none', target: 'none' },
    matching: { stars: 'next-character', dollar: 'last' },
    precedence: { order: 'any-allow', tie: 'allow', length: 'units' },
    targets: {
      domain: 'text',
      read: { run: readTarget, inWords: 'A fragment is part of what is compared.' },
    },
    extras: { robotsTxtIsAllowed: false },
  },
});

/**
 * Whether the original implementation fails to decode the text. It decodes record names completely. At the start of a
 * line or value, and after white space, it decodes one character. An emoji or a space there includes its combining
 * characters, and the character after them is decoded, too.
 */
function fails(text: string): string | undefined {
  for (const line of text.split(/[\r\n]/)) {
    const [beforeComment = ''] = line.split('#', 1);
    const colon = beforeComment.indexOf(':');
    if (DECODED.test(line) || ILL_FORMED.test(beforeComment.slice(0, Math.max(0, colon)))) return NOT_UTF8;
    if (colon >= 0 && BEGINS_DECODED.test(beforeComment.slice(colon + 1))) return NOT_UTF8;
  }
  return undefined;
}

const NOT_UTF8 = 'an octet in decoded text is not UTF-8: badarg';
const ILL_FORMED = /[\udc80-\udcff]/;
const EXTENDS = '[\\p{Grapheme_Extend}\\p{Emoji_Modifier}\\u200d]';
const LOOKED_AT = `(?:\\p{Extended_Pictographic}${EXTENDS}*)?[\\udc80-\\udcff]`;
const BEGINS_DECODED = new RegExp(`^${LOOKED_AT}`, 'u');
const DECODED = new RegExp(
  `(?:^|[\\t-\\r \\u0085\\u200e\\u200f\\u2028\\u2029])${LOOKED_AT}| ${EXTENDS}+[\\udc80-\\udcff]`,
  'u',
);

/** Everything after the host, including the fragment. */
function readTarget(url: string): TargetReading {
  const path = url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '');
  return { path: path === '' ? '/' : path };
}
