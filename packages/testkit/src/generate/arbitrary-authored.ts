/**
 * Generates files in which lint rules find many mistakes. The files use small alphabets, so that patterns, groups and
 * targets interact.
 */
import fc from 'fast-check';

const piece = fc.constantFrom(
  'a',
  'b',
  '/',
  '*',
  '**',
  '$',
  '%61',
  '%3A',
  '%3a',
  ':',
  '%',
  '|',
  '{',
  ' ',
  'é',
  '?',
  '.pdf',
);
const path = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '/*', '*', '', 'a', '/a', '/b', '/index.htm'),
    fc.array(piece, { maxLength: 3 }),
  )
  .map(([first, rest]) => first + rest.join(''));
const ruleName = fc.constantFrom(
  ...[
    'Disallow',
    'Disallow',
    'Disallow',
    'Allow',
    'Allow',
    'disallow',
    'Disalow',
    'Dissallow',
    'Alow',
    'Disallow ',
  ],
);
const rule = fc
  .tuple(ruleName, fc.constantFrom(': ', ': ', ': ', ':', ' ', ' : '), path)
  .map((parts) => parts.join(''));
const agentName = fc.constantFrom(
  'User-agent',
  'User-agent',
  'User-agent',
  'user-agent',
  'User-agen',
  'Useragent',
  'User agent',
);
const agent = fc
  .tuple(
    agentName,
    fc.constantFrom('*', '*', 'A', 'a', 'B', 'AB', 'A1', 'A B', 'A, B', 'Googelbot', '', '*b'),
  )
  .map((parts) => parts.join(': '));
const other = fc.constantFrom(
  ...[
    '',
    ' ',
    '# a',
    'Crawl-delay: 1',
    'Sitemap: /s.xml',
    'Sitemap https://h.test/',
    'https://h.test/s.xml',
    'x',
    ': a',
    'Allow',
  ],
);
const anyLine = fc.oneof(
  { weight: 6, arbitrary: rule },
  { weight: 2, arbitrary: agent },
  { weight: 1, arbitrary: other },
);
/**
 * A line without a typo in its record name. Some files must have no such typo, because the linter deletes no lines from
 * a file that has one.
 */
const rightLine = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('Disallow: ', 'Disallow: ', 'Allow: '), path)
      .filter(([, value]) => /^(?:[/*]|$)/.test(value))
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom('*', 'A', 'B').map((name) => `User-agent: ${name}`) },
  { weight: 1, arbitrary: fc.constantFrom('', '# a', 'Sitemap: https://h.test/s.xml') },
);

/** A robots.txt as written by a careless author: UTF-8, with LF, CR LF or CR, sometimes with a byte order mark. */
export const arbitraryAuthored: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '', '', '\ufeff'),
    fc.oneof(fc.array(anyLine, { maxLength: 12 }), fc.array(rightLine, { maxLength: 12 })),
    fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
  )
  .map(([mark, lines, end]) => `${mark}User-agent: *${end}${lines.join(end)}${end}`);
