/**
 * Generates questions about inputs that other parsers treat in special ways, which the protocol does not define:
 * misspelled names, missing colons, names within names, index pages, parameters, doubled slashes, ports, and hosts that
 * some URL parsers reject.
 */
import fc from 'fast-check';
import type { Question } from './arbitrary-robots.ts';

const NAMES = [
  ...['User-agent', 'User-agent', 'User-agent', 'user-agent', 'USER-AGENT', 'useragent', 'User agent'],
  ...['Disallow', 'Disallow', 'Disallow', 'disallow', 'Dissallow', 'Disalow', 'Disallowed', 'disallow all'],
  ...[
    'Allow',
    'Allow',
    'allow',
    'ALLOW',
    'Allowed',
    'Crawl-delay',
    'Crawl delay',
    'crawldelay',
    'Request-rate',
  ],
  ...['Visit-time', 'Sitemap', 'site-map', 'Host', 'Noindex', 'Foo', '', 'http', '<b>Disallow', 'diſallow'],
];
const AGENTS = [
  ...[
    '*',
    '*',
    '*',
    'FooBot',
    'foobot',
    'Foo',
    'Bot',
    'FooBot/1.0',
    'FooBot/',
    '/foobot',
    '/',
    'FooBot-News',
  ],
  ...[
    'FooBot News',
    'FooBot, BarBot',
    'xFooBot',
    '*Bot',
    'Foo*',
    '* x',
    '**',
    '',
    'é',
    'fooböt',
    'K',
    '$',
    'f%6Fobot',
  ],
];
const CALLERS = [
  ...[
    'FooBot',
    'FooBot',
    'foobot',
    'FooBot/1.0',
    'BarBot',
    'Bar Bot',
    'FooBot News',
    'xFooBot',
    'x-FooBot',
    '*',
    '',
  ],
  ...[
    'Mozilla/5.0 (compatible; FooBot/2.1; +https://e.com/)',
    'fooböt',
    'é',
    '/foobot',
    'K',
    'a.b/Foo',
    'Bot',
  ],
];
const PIECES = [
  ...'aabbb//**$$?%#&=+;:.,@~-_ ',
  ...['%2F', '%2f', '%3F', '%2A', '%24', '%61', '%7e', '%25', '%', '%2', '%C3%A9', '%c3%A9', '%E9', '%00'],
  ...[
    'é',
    'ツ',
    '//',
    '///',
    '/a/',
    '/../',
    '/./',
    '.html',
    'index.html',
    'index.htm',
    '/index.html$',
    '?q=a/b/',
  ],
  ...[
    '&b=1',
    'a=%61',
    ';p=1',
    '*a',
    'a*',
    'a**b',
    '$a',
    '*$',
    '$*',
    'http://',
    'https://e.com/',
    '[',
    ']',
    '\\',
  ],
  ...[
    '"',
    "'",
    '|',
    '^',
    '<',
    '>',
    '\t',
    '\u0000',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\ufeff',
    '\ud83d\ude00',
  ],
];
const ENDS = [
  '\n',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  '\n \n',
  '\u2028',
  '\u000b',
  '\f',
  ' # note\n',
  '#\n',
  '',
];
const ORIGINS = [
  ...Array.from({ length: 12 }, () => 'https://example.com'),
  ...['http://example.com:8080', 'HTTPS://Example.com', 'http://u:p@example.com', 'http://u@v@example.com'],
  ...[
    'http://example.com:',
    'http://example.com:x',
    'http://example.com:99999',
    'http://example.com:-1',
    'http://',
  ],
  ...[
    'http://[::1]',
    'http://[::1',
    'http://[v1.a]',
    'http://a[b]',
    'http://ex ample.com',
    'http://exa_mple.com',
  ],
  ...['https://exämple.com', 'ftp://example.com', 'file://', 'gopher://example.com', 'https:', 'foo://e.com'],
];

const delay = fc.constantFrom(
  '1',
  '1.5',
  '.5',
  '5.',
  '301',
  '-1',
  'x',
  '',
  '1e3',
  'Infinity',
  '1/5',
  '0',
  '１',
  ' 1 ',
);
const pathOf = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES), { maxLength }).map((pieces) => pieces.join(''));
const pattern = fc.oneof(
  { weight: 6, arbitrary: pathOf(4).map((text) => `/${text}`) },
  { weight: 2, arbitrary: pathOf(4) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('/', '', '/a', '/b', '//a', '//b', '/*', '*', '$', '/$', '/a$', '/robots.txt'),
  },
);
const separator = fc.constantFrom(
  ':',
  ':',
  ': ',
  ': ',
  ': ',
  ' : ',
  ' ',
  '\t',
  '  ',
  '',
  '::',
  ':\t',
  '\u00a0:',
);
const line = fc
  .tuple(
    fc.constantFrom(...NAMES),
    separator,
    fc.constantFrom(...AGENTS),
    pattern,
    delay,
    fc.constantFrom(...ENDS),
  )
  .map(([name, between, agent, rule, seconds, end]) => {
    const value = /agent/i.test(name) ? agent : /delay|rate/i.test(name) ? seconds : rule;
    return name + between + value + end;
  });
const open = fc.constantFrom('', '', '', '', '\ufeff', '\n', '<html>\n', '<!DOCTYPE html>\n');
const start = fc.constantFrom('', 'User-agent: *\n', 'User-agent: *\n', 'User-agent: FooBot\n');
const intrusion = fc.constantFrom(0x00, 0x1c, 0x80, 0xa0, 0xc3, 0xe9, 0xed, 0xf0, 0xff, 0xef, 0xbb);
const encoder = new TextEncoder();

const body = fc
  .tuple(
    open,
    start,
    fc.array(line, { maxLength: 8 }),
    fc.option(fc.tuple(fc.nat(), intrusion), { freq: 12 }),
  )
  .map(([mark, first, lines, foreign]) => {
    const octets = encoder.encode(mark + first + lines.join(''));
    if (foreign && octets.length > 0) octets[foreign[0] % octets.length] = foreign[1];
    return octets;
  });

/** Half of the targets are derived from a pattern in the file, so that rules match. */
const target = fc.tuple(
  fc.constantFrom(...ORIGINS),
  pathOf(4),
  fc.nat(),
  fc.constantFrom('/', '/', '/', '', '?', '//'),
);

/** A question about a file that other parsers read in different ways. */
export const arbitrarySpelling: fc.Arbitrary<Question> = fc
  .tuple(body, fc.constantFrom(...CALLERS), target)
  .map(([octets, caller, [origin, path, pick, first]]) => {
    const values =
      Buffer.from(octets)
        .toString('utf8')
        .match(/(?<=allow\s*:\s*)\/[^\s#]*/gi) ?? [];
    const copied = values[pick % (values.length * 2 + 1)]?.replaceAll('*', 'x').replace(/\$$/, '');
    return { body: octets, tokens: [caller], target: origin + (copied ?? first + path) };
  });
