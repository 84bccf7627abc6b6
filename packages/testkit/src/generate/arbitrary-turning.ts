/**
 * Small questions on which one reading depends: a file with one peculiar name, line, pattern or order and nothing
 * else unusual, and a crawler and a URL whose answer depends on how that is read.
 */
import fc from 'fast-check';
import type { Question } from './arbitrary-robots.ts';

/** What some reader takes for white space, or for the end of a line. */
const SPACES = [
  ...[' ', '\t', '\u000b', '\f', '\r', '\n', '\r\n', '\u001c', '\u001d', '\u001e', '\u001f', '\u0000'],
  ...['\u0001', '\u0085', '\u00a0', '\u1680', '\u2000', '\u2007', '\u2028', '\u2029', '\u202f', '\u3000'],
  ...['\ufeff', '\u200e'],
];
const space = fc.constantFrom(...SPACES);
const end = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('\n', '\n', '\r\n', '\r') }, space);
const SITE = 'https://example.com';

const encoder = new TextEncoder();
const ask = (text: string, token: string, target: string): Question => ({
  body: encoder.encode(text),
  tokens: [token],
  target,
});

/** Letters that some language folds to another, each with what it may be folded to. */
const FOLDED = [
  ...[
    ['K', 'k'],
    ['k', '\u212a'],
    ['s', '\u017f'],
    ['i', '\u0130'],
    ['i', '\u0131'],
    ['\u03c3', '\u03c2'],
  ],
  ...[
    ['\u03a3', '\u03c2'],
    ['\u00df', 'ss'],
    ['\u00df', '\u1e9e'],
    ['\u00c9', '\u00e9'],
    ['\u01c5', '\u01c6'],
  ],
] as const;
const NAME_ENDS = ['', '', '/', '/1.0', ' x', '-News', 'x', '1', '*', ', B', ';', '(x', '\u00e9', ' ', '\t'];
const NAME_STARTS = ['', '', '', 'x', '/', '*', '-', ' ', '1', '%66', '\u00e9', 'B '];

/** The crawler's name and the file's, equal except for one letter, or for what precedes or follows. */
const names = fc.oneof(
  fc.constantFrom(...FOLDED).map(([a, b]): readonly [string, string] => [`fo${a}bo`, `fo${b}bo`]),
  fc
    .tuple(fc.constantFrom(...NAME_STARTS), fc.constantFrom(...NAME_ENDS), space, fc.boolean())
    .map(([first, last, blank, isBlank]): readonly [string, string] => [
      'foobo',
      `${first}${isBlank ? 'fooBo' : 'foobo'}${last}${isBlank ? blank : ''}`,
    ]),
  fc.constantFrom(
    ['', ''],
    ['*', '*'],
    ['', '*'],
    ['foobo', ''],
    ['*', 'foobo'],
    ['*', ''],
    ['f*o', 'fo'],
    ['fo', 'f*o'],
    ['foobo', '%66oobo'],
    ['/x', ''],
    ['', '/x'],
    ['/x', '/y'],
  ),
);
const rulesOf = fc.constantFrom('Disallow: /', 'Disallow: /', 'Allow: /', 'Disallow:', 'Disallow: /b');

/** Whom a group names, beside a group for others that says the contrary, before it or after it. */
const agents = fc
  .tuple(
    names,
    fc.boolean(),
    fc.constantFrom(
      '',
      'User-agent: *\nDisallow: /\n',
      'User-agent: *\nAllow: /\n',
      'User-agent: fo\nDisallow: /\n',
      'User-agent: foobo\nAllow: /\n',
    ),
    fc.boolean(),
    rulesOf,
  )
  .map(([[a, b], isTurned, others, isFirst, rule]) => {
    const group = `User-agent: ${isTurned ? a : b}\n${rule}\n`;
    return ask(isFirst ? others + group : group + others, isTurned ? b : a, `${SITE}/a`);
  });

/** What may stand beside a star that names everybody. */
const stars = fc
  .tuple(
    fc.constantFrom('*', '*', '**', '"*"', '*/', 'x*'),
    fc.oneof(space, fc.constantFrom('', ';', ',', '.', 'x')),
    fc.constantFrom('', 'x', 'x y'),
  )
  .map(([star, beside, rest]) =>
    ask(`User-agent: ${star}${beside}${rest}\nDisallow: /\n`, 'foobo', `${SITE}/a`),
  );

const RECORDS = [
  ...[
    'Disallow',
    'disallow',
    'dissallow',
    'dissalow',
    'disalow',
    'diasllow',
    'disallaw',
    'desallow',
    'diallow',
    'disllow',
  ],
  ...[
    'dssalow',
    'dsallow',
    'disallows',
    'Disallowed',
    'Disallow all',
    'xDisallow',
    'di\u017fallow',
    'D\u0130sallow',
    'allow',
    'Allowed',
  ],
  ...['User-agent', 'useragent', 'user agent', 'user_agent', 'user-agents', 'ser-agent', 'User-agentx'],
  ...[
    'Crawl-delay',
    'crawldelay',
    'crawl delay',
    'Request-rate',
    'Sitemap',
    'site-map',
    'Host',
    'Noindex',
    'Unknown',
    '',
  ],
];
const SEPARATORS = [
  ':',
  ': ',
  ' : ',
  ' ',
  '  ',
  '\t',
  '\u000b',
  '\u00a0',
  '::',
  ': : ',
  '',
  ':\u0000',
  '=',
  ' x: ',
];

const VALUES = [
  '/',
  '/',
  '*',
  'foobo',
  '1',
  '',
  'x',
  '/ x',
  '/a x',
  '* x',
  '/a#b',
  '/a #b',
  '#',
  '/a:b',
  ': /',
];

const margin = fc.constantFrom('', '', '', '', '', ' ', '\u00a0', '#', 'x ', '<b>');
const separator = fc.constantFrom(...SEPARATORS);

/** A line peculiar in its name, its separator or its value, before a rule that holds only if the line names a crawler. */
const agentRecords = fc
  .tuple(
    margin,
    fc.oneof(fc.constant('User-agent'), fc.constantFrom(...RECORDS)),
    separator,
    fc.constantFrom('*', '*', 'foobo', '* x', 'foobo x', 'foobo: x', ': *', '*#', '* #', ''),
    fc.constantFrom('', 'User-agent: other\nDisallow: /b\n', 'User-agent: *\nAllow: /\n'),
  )
  .map(([first, name, between, value, before]) =>
    ask(`${before}${first}${name}${between}${value}\nDisallow: /\n`, 'foobo', `${SITE}/a`),
  );

/** The same where the line may be a rule. */
const ruleRecords = fc
  .tuple(
    margin,
    fc.oneof(fc.constantFrom('Disallow', 'Disallow', 'Allow'), fc.constantFrom(...RECORDS)),
    separator,
    fc.constantFrom(...VALUES),
    fc.constantFrom('', '', 'Disallow: /\n', 'User-agent: foobo\nDisallow: /\n', 'Allow: /a\n'),
    fc.constantFrom('/a', '/a', '/ x', '/a x', '/a#b'),
  )
  .map(([first, name, between, value, after, path]) =>
    ask(`User-agent: *\n${first}${name}${between}${value}\n${after}`, 'foobo', SITE + path),
  );

const AGENT_STEPS = [
  'User-agent: foobo',
  'User-agent: foobo',
  'User-agent: *',
  'User-agent: *',
  'User-agent: fo',
  'User-agent: other',
  'User-agent:',
  ...[': x', ': x', ': x', 'Unknown: x', 'Sitemap: /s', 'Crawl-delay: 1', ''],
];
const RULE_STEPS = [
  'Disallow: /',
  'Disallow: /',
  'Allow: /',
  'Disallow:',
  'Allow:',
  'Disallow: /a',
  'Allow: /a',
  'Disallow: /b',
];

/** Runs of names, each with a rule or none. */
const runs = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.array(fc.constantFrom(...AGENT_STEPS), { minLength: 1, maxLength: 3 }),
        fc.array(fc.constantFrom(...RULE_STEPS), { maxLength: 2 }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom('foobo', 'foobo', 'fo', '*', 'x', ''),
  )
  .map(([parts, caller]) => ask(`${parts.flat(2).join('\n')}\n`, caller, `${SITE}/a`));

const STEPS = [
  ...[
    'User-agent: foobo',
    'User-agent: *',
    'User-agent: fo',
    'User-agent: other',
    'User-agent:',
    'User-agent: foobo',
  ],
  ...[
    'Disallow: /',
    'Disallow:',
    'Allow: /a',
    'Allow:',
    'Disallow: /a',
    'Disallow: /b',
    '',
    '',
    ' ',
    '#',
    '# x',
  ],
  ...[
    'Crawl-delay: 1',
    'Crawl-delay: 301.f',
    'Crawl-delay: +301',
    'Crawl-delay: 4.e2',
    'Crawl-delay: 301',
    'Crawl-delay: x',
    'Crawl-delay: -1',
    'Crawl-delay:',
    'Crawl-delay: 1.5',
    'Crawl-delay: 300',
    'Crawl-delay: 1e3',
  ],
  ...[
    'Request-rate: 1/5',
    'Visit-time: 0600-0845',
    'Sitemap: /s',
    'Host: x',
    'Unknown: x',
    'text',
    ': x',
    'Noindex: /',
  ],
];

/** Lines that begin, continue and end groups, in any order. */
const groups = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...STEPS), end), { minLength: 2, maxLength: 7 }),
    fc.constantFrom('foobo', 'foobo', 'fo', '*', 'x', ''),
    fc.constantFrom('/a', '/', '/robots.txt'),
  )
  .map(([lines, caller, path]) => ask(lines.map((line) => line.join('')).join(''), caller, SITE + path));

const PIECES = [
  ...['*a$', '*a', '*/$', '*a*a$'],
  ...[
    '/',
    'a',
    'b',
    'a',
    '*',
    '*',
    '$',
    '**',
    '*$',
    '$a',
    '%2F',
    '%2f',
    '%61',
    '%41',
    '%2A',
    '%24',
    '%25',
    '%3F',
    '%',
    '%zz',
  ],
  ...[
    '?',
    '?a',
    '&',
    '=',
    '+',
    '.',
    ';',
    '#',
    '\\',
    '[',
    ']',
    '|',
    '"',
    ' ',
    '\u0001',
    '\u0000',
    '\u007f',
    '\u00e9',
    '%C3%A9',
    '%c3%a9',
  ],
  ...[
    '%E9',
    '\u30c4',
    '%E3%83%84',
    '\ud83d\ude00',
    '%F0%9F%98%80',
    '\u212a',
    '\ufffd',
    '%EF%BF%BD',
    '%EF%BF%BD%EF%BF%BD',
    '//',
    '/../',
    'index.html',
    '/index.htm',
  ],
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((pieces) => pieces.join(''));

/** Ways to write what a pattern matches, or nearly matches. */
const REWRITINGS: readonly ((pattern: string) => string)[] = [
  (pattern) => pattern,
  (pattern) => pattern.replaceAll('*', 'x').replace(/\$$/, ''),
  (pattern) => pattern.replaceAll('*', '').replace(/\$$/, ''),
  (pattern) => `${pattern.replaceAll('*', '').replace(/\$$/, '')}b`,
  (pattern) => pattern.replaceAll('*', 'a/a').replaceAll('$', ''),
  (pattern) => encodeURI(pattern.replaceAll('*', '').replace(/\$$/, '')),
  (pattern) => encodeURIComponent(pattern.replaceAll('*', '')).replaceAll('%2F', '/').replaceAll('%25', '%'),
  (pattern) => pattern.replace(/%[\da-f]{2}/gi, (octet) => octet.toLowerCase()).replaceAll('*', ''),
  (pattern) => pattern.replace(/%(?:61|2[47afAF]|41)/g, (octet) => decodeURIComponent(octet)),
  (pattern) => `/x${pattern.replaceAll('*', 'x').replace(/\$$/, '')}`,
  (pattern) => pattern.replaceAll('*', 'x').replaceAll('$', '').slice(0, -1),
  (pattern) => pattern.toLowerCase(),
  (pattern) => pattern.replaceAll('$', '%24').replaceAll('*', 'x'),
  (pattern) => pattern.replaceAll('*', '%2A').replace(/\$$/, ''),
];
const rewriting = fc.constantFrom(...REWRITINGS);
const onSite = (path: string): string => SITE + (path.startsWith('/') ? path : `/${path}`);

/** One pattern, and a URL written after it. */
const patterns = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '', '*', '/*', 'http://a'),
    text,
    rewriting,
    fc.constantFrom('', '', '', '?q', '#f', '/index.html'),
  )
  .map(([first, rest, rewrite, last]) =>
    ask(`User-agent: *\nDisallow: ${first}${rest}\n`, 'foobo', onSite(rewrite(first + rest)) + last),
  );

/** Two or three patterns of nearly one length that match the same URL. */
const SAME = [
  '/a',
  '/a*',
  '/*a',
  '/a$',
  '/%61',
  '/%61*',
  '/a/',
  '/*',
  '/',
  '/a/*',
  '/\u00e9',
  '/%C3%A9',
  '/\u00e9*',
  '/\ud83d\ude00',
  '/a/index.html',
  '/a/index.htm',
  '/a/index.htmx',
  '/index.html',
  '/index.htmx',
  '/aindex.html',
  '/.',
  '/a.',
  '/a\u00e9',
  '/a.*',
  '/*.',
];
const precedence = fc
  .tuple(
    fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...SAME)), { minLength: 2, maxLength: 20 }),
    fc.constantFrom(
      '/a',
      '/a/',
      '/',
      '/$',
      '/a.',
      '/%C3%A9',
      '/\u00e9a',
      '/%F0%9F%98%80',
      '/a%C3%A9',
      '/a/index.html',
    ),
  )
  .map(([rules, path]) =>
    ask(
      `User-agent: *\n${rules.map(([isAllow, pattern]) => `${isAllow ? 'A' : 'Disa'}llow: ${pattern}\n`).join('')}`,
      'foobo',
      SITE + path,
    ),
  );

const OCTETS = [
  ...[
    '80',
    'bf',
    'c080',
    'c3',
    'e9',
    'e08080',
    'e282',
    'eda080',
    'edbfbf',
    'eda0bdedb880',
    'eda0',
    'f0908080',
    'f09f98',
    'f4908080',
    'ff',
    'c0',
    'f8888080',
  ],
];

/** Octets that are not UTF-8 in a pattern or a name, and what readers may take them for. */
const octets = fc
  .tuple(
    fc.constantFrom(...OCTETS),
    fc.constantFrom(
      'escaped',
      '%EF%BF%BD',
      '%EF%BF%BD%EF%BF%BD',
      '%EF%BF%BD%EF%BF%BD%EF%BF%BD',
      '%3F',
      '?',
      '\ufffd',
      'x',
    ),
    fc.constantFrom('', 'a', '$', '*'),
  )
  .map(([hex, like, last]): Question => {
    const body = Buffer.concat([
      Buffer.from('User-agent: *\nDisallow: /'),
      Buffer.from(hex, 'hex'),
      Buffer.from(`${last}\n`),
    ]);
    const written = like === 'escaped' ? hex.toUpperCase().replace(/../g, '%$&') : like;
    return {
      body: new Uint8Array(body),
      tokens: ['foobo'],
      target: `${SITE}/${written}${last.replace(/[*$]/, '')}`,
    };
  });

/** The octets of a name that some reader folds as if they were characters. */
const nameOctets = fc
  .tuple(fc.constantFrom('e3a9', 'c3a9', 'c389', 'e389'), fc.constantFrom('\u00e9', '\u00c9'))
  .map(([hex, letter]): Question => {
    const name = Buffer.from(hex, 'hex');
    const body = Buffer.concat([Buffer.from('User-agent: fo'), name, Buffer.from('\nDisallow: /\n')]);
    return { body: new Uint8Array(body), tokens: [`fo${letter}`], target: `${SITE}/a` };
  });

/** What stands before the first record, in octets, and how the file is encoded. */
const openings = fc
  .tuple(
    fc.constantFrom(
      'efbbbf',
      'efbb',
      'ef',
      'efbbbfefbbbf',
      'fffe',
      'feff',
      '00',
      '20',
      '0b',
      'c2a0',
      '23',
      '1c',
    ),
    fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
    fc.constantFrom('*', '*', 'other'),
    fc.constantFrom('Disallow: /', 'Disallow: /\n', 'Disallow: /a\u00e9'),
  )
  .map(([opening, encoding, name, rule]): Question => {
    const text = Buffer.from(`User-agent: ${name}\n${rule}`, encoding === 'utf-8' ? 'utf8' : 'utf16le');
    const whole = Buffer.concat([
      Buffer.from(opening, 'hex'),
      encoding === 'utf-16be' ? text.swap16() : text,
    ]);
    return { body: new Uint8Array(whole), tokens: ['foobo'], target: `${SITE}/a%C3%A9` };
  });

/** A line at the length at which some reader cuts it, and a URL that is one octet longer or shorter than what is left. */
const LIMITS = [2080, 2081, 2082, 2083, 16_662, 16_663, 16_664];
const limits = fc
  .tuple(
    fc.constantFrom(...LIMITS),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -14, max: 3 }),
    fc.constantFrom('a', '\u00e9'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([limit, more, less, letter, isAnchored, isPadded]) => {
    const written = (length: number): string =>
      `/${letter.repeat(Math.ceil(length / letter.length)).slice(0, length - 1)}`;
    const pattern = written(limit + more) + (isAnchored ? '$' : '');
    const margin = isPadded ? ' '.repeat(limit - 12 + more) : '';
    return ask(
      `User-agent: *\nDisallow: ${margin}${isPadded ? '/' : pattern}b\n`,
      'foobo',
      `${SITE}${written(limit + less)}`,
    );
  });

/** Text served as HTML, with records in it. */
const markup = fc
  .tuple(
    fc.constantFrom('<html>', '<body>', '<HEAD >', '<b>', '<html x>', '<>'),
    fc.constantFrom('<p>', '<br/>', '<', '>', '', '', ''),
    fc.constantFrom('User-agent: *', 'User-agent: foobo', '', 'Useragent: *'),
    fc.constantFrom('</p>', '', '', '', '<b'),
    fc.constantFrom('Disallow: /', 'Disallow: /<b>a', 'Disallow: <a>/</a>'),
  )
  .map(([first, open, agent, close, rule]) =>
    ask(`${first}\n${open}${agent}${close}\n${open}${rule}${close}\n`, 'foobo', `${SITE}/a`),
  );

const URLS = [
  ...[
    '',
    '/',
    '//',
    '///',
    '/a',
    '//a/b',
    'a',
    '?a',
    '/?',
    '/?a',
    '/a?',
    '/a#b',
    '/a;p',
    '/a?b=1&a=2',
    '/a?b=%',
    '/a?b=;',
    '/a?b=%41',
    '/a?b=+',
  ],
  ...[
    '/a/../b',
    '/./a',
    '/robots.txt',
    '/robots.txt?',
    '/robots.txt?a',
    '/robots.txt#a',
    '/robots.txt/',
    '/%72obots.txt',
    '/a//b',
    '/a\\b',
    '/\u00e9',
    '/%E9',
    '/%C3%A9',
    '/a%00',
    '/a\u0000b',
    '/a b',
    '/%2F',
  ],
];
const ORIGINS = [
  ...[
    '',
    '',
    SITE,
    SITE,
    SITE,
    'http://example.com:80',
    'HTTPS://Example.com',
    'http://u:p@e.com',
    'http://e.com:x',
    'http://e.com:',
    'http://[::1]',
    'http://[::1]x',
    'http://[',
    'ftp://e.com',
    'mailto:e',
    'x://e',
    '//e.com',
    'e.com',
    'https:',
    'http://',
    'http://e.com?',
    ' http://e.com',
  ],
];
/** One target, and a rule that it may match. */
const targets = fc
  .tuple(
    fc.constantFrom(...ORIGINS),
    fc.constantFrom(...URLS),
    fc.constantFrom(
      '/',
      '/$',
      '/a',
      '/b',
      '/a$',
      '/a?',
      '/robots.txt',
      '/robots.txt$',
      '/?',
      '//',
      '//a',
      '/e.com',
      '/a?a=2',
      '/a/b',
      '/a?b=%25',
      '/a?b=A',
      '/*b',
      'http',
      '/http',
      '%',
      '*%',
      '*\u00e9',
      '/%2F',
      'x',
    ),
    fc.constantFrom('*', 'foobo', 'other'),
  )
  .map(([origin, path, pattern, name]) =>
    ask(`User-agent: ${name}\nDisallow: ${pattern}\n`, 'foobo', origin + path),
  );

/** A URL that some reader cannot take apart, to a file without a group for the crawler. */
const brokenUrls = fc
  .tuple(
    fc.constantFrom(
      'http://[::1]x',
      'http://[',
      'http://]',
      'http://e.com:x',
      'http://[v1.a]',
      'http://e.com:99999',
      '',
    ),
    fc.constantFrom('/robots.txt', '/robots.txt?a', '/a', '/a/robots.txt'),
    fc.constantFrom('', 'User-agent: other\nDisallow: /\n', 'User-agent: *\nDisallow: /a\n'),
  )
  .map(([origin, path, text]) => ask(text, 'foobo', origin + path));

/** A small question that one reading decides. */
export const arbitraryTurning: fc.Arbitrary<Question> = fc.oneof(
  { weight: 12, arbitrary: agents },
  { weight: 4, arbitrary: stars },
  { weight: 6, arbitrary: agentRecords },
  { weight: 7, arbitrary: ruleRecords },
  { weight: 10, arbitrary: groups },
  { weight: 10, arbitrary: runs },
  { weight: 20, arbitrary: patterns },
  { weight: 10, arbitrary: precedence },
  { weight: 6, arbitrary: octets },
  { weight: 1, arbitrary: nameOctets },
  { weight: 3, arbitrary: openings },
  { weight: 2, arbitrary: limits },
  { weight: 5, arbitrary: markup },
  { weight: 11, arbitrary: targets },
  { weight: 2, arbitrary: brokenUrls },
);
