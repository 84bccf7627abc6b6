/** The Erlang module `robots`, also used from Elixir. */
import type { TargetReading } from './engine/own-way.ts';
import { of, RULES } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';

export const robotsErlang: Imitation = imitation('robots-erlang', {
  lines: {
    whiteSpace: of('\t\n\u000b\f\r \u0085\u200e\u200f\u2028\u2029'),
    fails: { run: fails, inWords: 'The parser fails on some octets that are not valid UTF-8.' },
  },
  groups: { needs: RULES, emptyRulesDoNotCount: true, openAtEnd: 'allows-all' },
  agents: {
    letterCase: 'unicode-lower',
    compare: 'file-begins-caller',
    fails: {
      run: (name) => (/[^\u0000-\u007f]/.test(name) ? 'a name outside ASCII: badarg' : undefined),
      inWords: 'The parser fails on names outside ASCII.',
    },
  },
  merging: { choice: 'longest-name' },
  matching: { stars: 'next-character' },
  precedence: { order: 'any-allow' },
  targets: { read: { run: readTarget, inWords: 'A fragment is part of what is compared.' } },
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
