/** Generates robots.txt files, crawlers and targets. Some follow the protocol closely; others do not. */
import fc from 'fast-check';

/** One question about one file. */
export interface Question {
  body: Uint8Array;
  tokens: string[];
  target: string;
}

/** Octets that matter in patterns and targets: special and reserved octets, escapes in all spellings, raw non-ASCII. */
const PIECES = [
  ...'aabb/*$?%#&=+\'()!,;:@[]{}|\\^"<>`~.-_ ',
  ...[
    '%2F',
    '%2f',
    '%3F',
    '%2A',
    '%24',
    '%61',
    '%7E',
    '%7e',
    '%25',
    '%2561',
    '%',
    '%2',
    '%zz',
    '%C3%A9',
    '%c3%a9',
  ],
  ...[
    'é',
    '/a/',
    '/../',
    '/./',
    '/%2e%2E/',
    '*a',
    'a*',
    '**',
    '.html',
    '$$',
    '\u0000',
    '\u0007',
    '\t',
    'ツ',
    '\ud800',
  ],
];

const piece = fc.constantFrom(...PIECES);
const tail = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const path = tail.map((text) => `/${text}`);
const pattern = fc.oneof(
  { weight: 8, arbitrary: path },
  { weight: 2, arbitrary: tail.map((text) => `*${text}`) },
  { weight: 1, arbitrary: tail },
);

const TOKENS = [
  '*',
  'FooBot',
  'foobot',
  'Foo',
  'FooBot/1.0',
  'BarBot',
  'FooBot*',
  '*Bot',
  '* x',
  'MJ12bot',
  '008',
  'FooBot, BarBot',
  '',
];
const token = fc.constantFrom(...TOKENS);
const spacing = fc.constantFrom('', ' ', '\t', '  ');
const colon = fc.tuple(spacing, spacing).map(([before, after]) => `${before}:${after}`);
const ending = fc.constantFrom(
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' # note\n',
  '\t\n',
  '#\n',
  '\u0085\n',
  '\n \n',
);

const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('User-agent', 'user-agent', 'USER-AGENT', ' User-agent'), token),
  },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('Disallow', 'disallow', 'DisAllow'), pattern) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('Allow', 'allow', '\tAllow'), pattern) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('Sitemap', 'Crawl-delay', 'Foo', '', 'Disalow', 'Host'), pattern),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('Disallow', 'Allow', 'User-agent'), fc.constant('')) },
);

const record = fc
  .tuple(line, colon, ending)
  .map(([[name, value], separator, lineEnd]) => `${name}${separator}${value}${lineEnd}`);
const junk = fc.tuple(tail, ending).map(([text, lineEnd]) => text + lineEnd);

const text = fc
  .tuple(
    fc.constantFrom('', '', '', '\ufeff'),
    fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: junk }), { maxLength: 12 }),
  )
  .map(([mark, records]) => mark + records.join(''));

/** Octets that generated text does not contain. */
const rawOctets = fc.constantFrom(
  0x00,
  0x0b,
  0x0c,
  0x1f,
  0x7f,
  0x80,
  0xa9,
  0xc3,
  0xe9,
  0xff,
  0xfe,
  0xef,
  0xbb,
  0xbf,
);

const encoder = new TextEncoder();

/** A file that roughly follows the grammar, sometimes with inserted octets that are not UTF-8. */
export const arbitraryBody: fc.Arbitrary<Uint8Array> = fc
  .tuple(text, fc.option(fc.tuple(fc.nat(), rawOctets), { freq: 4 }))
  .map(([content, intrusion]) => {
    const octets = encoder.encode(content);
    if (intrusion && octets.length > 0) octets[intrusion[0] % octets.length] = intrusion[1];
    return octets;
  });

/** Product tokens of one crawler. */
export const arbitraryTokens: fc.Arbitrary<string[]> = fc.array(
  fc.constantFrom('FooBot', 'foobot', 'BarBot', 'Foo', 'MJ12bot', '008', '*', '', 'FooBot/2.1', 'Quux'),
  { minLength: 1, maxLength: 2 },
);

/** A target: a path, or a URL in one of the forms that clients accept. */
export const arbitraryTarget: fc.Arbitrary<string> = fc
  .tuple(
    path,
    fc.constantFrom(
      '',
      '',
      'https://example.com',
      'http://example.com:8080',
      'HTTP://u:p@EXAMPLE.com',
      'https:\\\\example.com',
      'ftp://127.0.0.1',
      'gemini://example.com',
      'https://exämple.com',
    ),
  )
  .map(([pathText, origin]) => origin + pathText);

/** A question about a generated file. */
export const arbitraryQuestion: fc.Arbitrary<Question> = fc.record({
  body: arbitraryBody,
  tokens: arbitraryTokens,
  target: arbitraryTarget,
});
