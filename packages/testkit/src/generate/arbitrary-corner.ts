/**
 * Generates questions that test corner cases of other parsers: letters with language-specific case folding, octets that
 * are not UTF-8, blanks around names, queries from which some parsers drop pairs, URLs with schemes other than http and
 * https, and lines at a parser's length limit.
 */
import fc from 'fast-check';
import type { Question } from './arbitrary-robots.ts';
import { ILL_FORMED } from './ill-formed.ts';

/** Letters whose upper or lower case is in ASCII, has two characters, or depends on the context. */
const LETTERS = [
  '\u0130',
  '\u0131',
  '\u017f',
  '\u212a',
  '\u03a3',
  '\u03c3',
  '\u03c2',
  '\u00df',
  '\u1e9e',
  '\ufb01',
  '\u01c5',
];

const BLANKS = ['', '', '', ' ', '\t', '  ', '\u00a0', '\u000b', '\u0085', '\u3000', '\ufeff'];

const encoder = new TextEncoder();
const joined = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part))),
  );

/** A word in which some letters have their case changed, or are replaced by letters that fold to them. */
const spelled = (word: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(word.length - 1), fc.constantFrom('upper', 'lower', ...LETTERS)), { maxLength: 3 })
    .map((changes) => {
      const letters = [...word];
      for (const [at, change] of changes) {
        const letter = letters[at] as string;
        if (change === 'upper') letters[at] = letter.toUpperCase();
        else if (change === 'lower') letters[at] = letter.toLowerCase();
        else letters[at] = change;
      }
      return letters.join('');
    });

/** Replaces an ASCII letter with a letter that some languages fold to it. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/k/i, '\u212a'],
  [/s/i, '\u017f'],
  [/i/i, '\u0130'],
  [/i/i, '\u0131'],
];
const likened = (word: string): fc.Arbitrary<string> =>
  fc.constantFrom(...LOOKALIKES).map(([letter, like]) => word.replace(letter, like));

const WORDS = [
  'kiwisbot',
  'sik',
  'i',
  'k',
  'bots',
  '\u03c3\u03b1\u03c3',
  'i\u0307x',
  'FooBot',
  'stra\u00dfe',
];
const word = fc
  .constantFrom(...WORDS)
  .chain((text) => fc.oneof(fc.constant(text), spelled(text), likened(text)));
const blank = fc.constantFrom(...BLANKS);
const name = fc
  .tuple(blank, word, fc.constantFrom('', '', '', '/1.0', ' x', '*', '-News'), blank)
  .map((parts) => parts.join(''));
const recordName = (text: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(text) }, spelled(text), likened(text));

const QUERY = [
  ...[
    'b=1',
    'a=2',
    'b=1',
    'a',
    '=',
    '=x',
    'a=',
    '%',
    'a=%',
    'a=%2',
    'a=%zz',
    'a=50%',
    'c=%2F',
    'c=%2f',
    'c=%41',
    'c=+',
    'c=%20',
  ],
  ...[
    ';',
    'a;b',
    'a=1;b=2',
    'z=%C3%A9',
    'z=\u00e9',
    'B=3',
    '%61=2',
    'a=1=2',
    '?',
    'a=?',
    'x=%26',
    'x=%3D',
    '\ufffd=1',
    '\ud83d\ude00=1',
  ],
];
const query = fc
  .array(fc.constantFrom(...QUERY), { minLength: 1, maxLength: 4 })
  .map((pairs) => `?${pairs.join('&')}`);
const path = fc
  .array(
    fc.constantFrom('/', 'a', 'b', '//', '%2F', '%61', '%', '%E9', '\u00e9', '\u212a', ';p', '*', '$', '.'),
    { maxLength: 3 },
  )
  .map((parts) => `/${parts.join('')}`);

const ORIGINS = [
  ...Array.from({ length: 10 }, () => 'https://example.com'),
  ...[
    'HTTP://example.com',
    'http://[::1]',
    'http://[::1]x',
    'http://x[::1]',
    'http://[::1]:80',
    'http://[::1]:x',
    'http://[::1]80',
  ],
  ...[
    'http://x@[::1]',
    'http://[::1]@x',
    'http://[v1.a]',
    'http://[1::2::3]',
    'http://[fe80::1%25eth0]',
    'http://[',
    'http://]',
    'http://[]',
  ],
  ...[
    'ftp://example.com',
    'file://',
    'ws://example.com',
    'data:',
    'mailto:',
    'javascript:',
    'about:',
    'gopher://e',
    'x+y://e',
    '1x://e',
  ],
  ...[
    '',
    '',
    '//example.com',
    '///',
    'example.com',
    'www.example.com:80',
    ' https://example.com',
    'https:/example.com',
    'https:example.com',
  ],
];
const origin = fc.constantFrom(...ORIGINS);
const target = fc
  .tuple(origin, path, fc.option(query), fc.constantFrom('', '', '', '#f', ' ', '#'))
  .map(([from, where, asked, end]) => from + where + (asked ?? '') + end);

/** The octets of a text. Octets that are not UTF-8 may be inserted at its beginning, in the middle or at its end. */
const withOctets = (text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(text, fc.constantFrom(...ILL_FORMED), fc.nat(), fc.boolean())
    .map(([whole, octets, at, isPlain]) => {
      if (isPlain) return encoder.encode(whole);
      const cut = at % (whole.length + 1);
      return joined(whole.slice(0, cut), Uint8Array.from(octets), whole.slice(cut));
    });

/** Line lengths in octets at which some parser stops reading. */
const LIMITS = [1024, 2048, 2081, 2083, 4096, 16_663, 16_664, 65_535];
const long = fc
  .tuple(fc.constantFrom(...LIMITS), fc.integer({ min: -14, max: 3 }), fc.constantFrom('a', '\u00e9', '*a'))
  .map(([limit, less, piece]) => `/${piece.repeat(Math.ceil(limit / piece.length)).slice(0, limit + less)}`);

const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', ' \n', '\n\n', '');
const agentLine = fc
  .tuple(
    recordName('User-agent'),
    withOctets(fc.oneof(name, word, fc.constantFrom('*', '*', ' * ', '*\t', ''))),
    end,
  )
  .map(([record, value, last]) => joined(record, ': ', value, last));
const pattern = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(path, fc.option(query)).map(([where, asked]) => where + (asked ?? '')) },
  { weight: 2, arbitrary: fc.constantFrom('/', '/*', '/a', '', '/?', '/*?', '/a$') },
);
const ruleLine = fc
  .tuple(
    fc.oneof(recordName('Disallow'), recordName('Allow')),
    fc.oneof(
      { weight: 12, arbitrary: withOctets(pattern) },
      { weight: 1, arbitrary: long.map((text) => encoder.encode(text)) },
    ),
    end,
  )
  .map(([record, value, last]) => joined(record, ': ', value, last));
const body = fc
  .tuple(
    fc.option(agentLine, { freq: 10 }),
    fc.array(fc.oneof({ weight: 1, arbitrary: agentLine }, { weight: 3, arbitrary: ruleLine }), {
      maxLength: 6,
    }),
  )
  .map(([first, lines]) => joined(...(first ? [first] : []), ...lines));

/** The values of a record in the file. Questions use them as names and targets, so that groups and rules match. */
function valuesIn(octets: Uint8Array, record: RegExp): readonly string[] {
  return new TextDecoder().decode(octets).match(record) ?? [];
}

/** A question at a corner case of some parser. */
export const arbitraryCorner: fc.Arbitrary<Question> = fc
  .tuple(body, fc.oneof(name, word), target, fc.nat(), blank, fc.nat(3))
  .map(([octets, caller, asked, pick, around, share]) => {
    const names = valuesIn(octets, /(?<=agent: )[^\r\n]+/gi).filter((value) => !value.startsWith('*'));
    const patterns = valuesIn(octets, /(?<=allow: )\/[^\r\n]*/gi).map((value) =>
      value.replaceAll('*', 'x').replace(/\$$/, ''),
    );
    const named = names[pick % (names.length + 1)];
    const pathLike = patterns[pick % (patterns.length + 1)];
    const token = named !== undefined && share > 0 ? around + named.trim() + around : caller;
    return {
      body: octets,
      tokens: [token],
      target: pathLike !== undefined && share > 1 ? `https://example.com${pathLike}` : asked,
    };
  });
