/** Tests limits and edge cases of single dialects: the verdict and the reason for it. */
import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';
import { findDialect } from './index.ts';

type Row = readonly [dialect: string, rules: string, url: string, allowed: boolean, because: string];

const DELAYS: readonly Row[] = [
  ['crawler-commons', 'Crawl-delay: 300', '/a', true, 'no-rule-matched'],
  ['crawler-commons', 'Crawl-delay: 301', '/a', false, 'whole-file'],
  ['crawler-commons', 'Crawl-delay: 300.5', '/a', false, 'whole-file'],
  ['crawler-commons', 'Crawl-delay: 2147483647', '/a', false, 'whole-file'],
  ['crawler-commons', 'Crawl-delay: 2147483648', '/a', true, 'no-rule-matched'],
  ['crawler-commons', 'Host: x\nCrawl-delay: 301', '/a', false, 'whole-file'],
  ['temoto', 'Crawl-delay: x', '/a', false, 'unreadable'],
  ['temoto', 'Crawl-delay: -1', '/a', false, 'unreadable'],
  ['temoto', 'Crawl-delay: 1e1', '/a', true, 'no-rule-matched'],
];

const PATTERNS: readonly Row[] = [
  ['crawler-commons', 'User agent: FooBot\nDisallow: /a', '/a', false, 'rule'],
  ['reppy', 'Disallow: **/a', '/a', false, 'rule'],
  ['reppy', 'Disallow: /a?b?c\nAllow: /*a*b*c', '/a?b?c', true, 'rule'],
  ['robots-erlang', 'Disallow: /a*/', '/ab/', false, 'rule'],
  ['robots-erlang', 'Disallow: /a/', '/a', true, 'no-rule-matched'],
  ['robots-erlang', 'Disallow: /a/', '/a/b', false, 'rule'],
  [
    'robots-erlang',
    'Allow: /\n\nUser-agent: FooBot\nDisallow: /a\n\nUser-agent: FooBot',
    '/a',
    true,
    'no-rule-matched',
  ],
  ['robots-erlang', 'Disallow: /a\n\nUser-agent: FooBot\nDisallow:', '/a', false, 'rule'],
  ['yandex', 'Disallow: %2Fa', '/a', true, 'no-rule-matched'],
  ['bing', 'Disallow: a', '/a', true, 'no-rule-matched'],
  ['protego', 'Disallow /a:', '/a:', true, 'no-rule-matched'],
  ['python-rfc9309', 'Disallow: /a$*$', '/a', false, 'rule'],
  ['python-rfc9309', 'Disallow: /a$*$', '/ab', true, 'no-rule-matched'],
  [
    'python-rfc9309',
    'Disallow: /a\n\nUser-agent: FooBot\nAllow: /\n\nUser-agent: FooBot\nDisallow: /b',
    '/b',
    false,
    'rule',
  ],
  [
    'python-rfc9309',
    'Allow: /\n\nUser-agent: FooBot\nDisallow: /b\n\nUser-agent: FooBot\nDisallow: /c',
    '/b',
    false,
    'rule',
  ],
  ['python-3.14', 'Disallow: /a?b', '/a?c', true, 'no-rule-matched'],
  ['python-3.14', 'Disallow: /a?b', '/a?b', false, 'rule'],
  ['reppy', 'Disallow: http://a:x/', '/b', false, 'unreadable'],
  ['reppy', 'Disallow: http://a:1/c', '/b', true, 'no-rule-matched'],
  ['reppy', 'Disallow: ?a', '/?a', false, 'rule'],
  ['wget2', 'Disallow: # x', '/b', true, 'rule'],
  ['wget2', ' Disallow : xa#b', '/ab', false, 'rule'],
  ['wget2', 'Disallow: /\n\nUser-agent: FooBot2\nUser-agent: x\nDisallow:', '/a', true, 'rule'],
  ['wget2', 'Disallow: /b\0\nDisallow: /a', '/a', true, 'no-rule-matched'],
  ['wget2-1.99', 'Disallow: # x', '/b', false, 'rule'],
  ['wget2-1.99', ' Disallow: /', '/b', true, 'no-rule-matched'],
  ['wget2-1.99', 'Disallow: /\n\nUser-agent: FooBot\nDisallow:', '/a', false, 'rule'],
  ['wget2-1.99', 'User-agent: x\nDisallow: /', '/a', true, 'no-rule-matched'],
];

const TARGETS: readonly Row[] = [
  ['google', 'Disallow: /b', '//a/b', false, 'rule'],
  ['google', 'Disallow: //a', '//a/b', true, 'no-rule-matched'],
  ['google', 'Disallow: /?a', '//?a/b', false, 'rule'],
  ['google', 'Disallow: /c', '//a://b/c', false, 'rule'],
  ['reppy', 'Disallow: /b', 'http://a:0/c', true, 'no-rule-matched'],
  ['reppy', 'Disallow: /b', 'http://a:65535/c', true, 'no-rule-matched'],
  ['reppy', 'Disallow: /b', 'http://a:65536/c', false, 'unreadable'],
  ['reppy', 'Disallow: /b', 'http://a:-1/c', false, 'unreadable'],
  ['wget', 'Disallow: /', 'https://example.com', false, 'rule'],
  ['wget2', 'Disallow: /', 'https://example.com', false, 'rule'],
  ['wget2', 'Disallow: /a', '/x/../%61?b', false, 'rule'],
  ['wget2', 'Disallow: /b', '//a/.././/b', false, 'rule'],
  ['wget2-1.99', 'Disallow: /b', '//a/.././/b', true, 'no-rule-matched'],
  ['python-3.13.14', 'Disallow: /a?', '/a?', true, 'no-rule-matched'],
  ['python-3.12.4', 'Disallow: /', 'http://u@x[::1]/a', false, 'rule'],
  ['wget', 'Disallow: /a', 'https://example.com/a?b', false, 'rule'],
  ['python-3.12', 'Disallow: /b', 'http://u@[::1]:80/a', true, 'no-rule-matched'],
  ['python-3.12', 'Disallow: /b', 'http://[x]@v1.a/a', true, 'no-rule-matched'],
  ['python-3.12', 'Disallow: /b', 'http://[x]@a/a', false, 'unreadable'],
  ['reppy', 'Disallow: /b', 'http://a:8 /c', false, 'unreadable'],
  ['python-3.12', 'Disallow: /b', 'http://u@x[::1]/a', false, 'unreadable'],
  ['colly', 'Disallow: /b', 'https://é@a*b.test/a', true, 'no-rule-matched'],
  ['colly', 'Disallow: /?a=1&b=2$', 'http://x/?b=2&&a=1', false, 'rule'],
  ['colly', 'Disallow: /?b=2&d=$', 'http://x/?b=2&a=1;c&d', false, 'rule'],
  ['colly', 'Disallow: /?b=A$', 'http://x/?a=%zz&b=%41', false, 'rule'],
  ['colly', 'Disallow: /?a=2&a=1&b=1&b=0$', 'http://x/?b=1&a=2&b=0&a=1', false, 'rule'],
  ['colly', 'Disallow: /?a+b=c+d&e=f%3Dg$', 'http://x/?a+b=c%20d&e=f=g', false, 'rule'],
];

/** As the programs answer that `npm run conformance` asks. */
const PROGRAMS: readonly Row[] = [
  ['heritrix', 'Disallow: /a\nAllow: /ab', '/abc', true, 'rule'],
  ['heritrix', 'Disallow: /a\nDisallow: /ab/', '/abc', true, 'no-rule-matched'],
  ['heritrix', 'Disallow: /a\nDisallow: /ab*', '/abc', false, 'rule'],
  ['heritrix', 'Disallow: /a\nDisallow: /ab**', '/abc', false, 'rule'],
  ['heritrix', 'Disallow: /*.gif$', '/x.gif.gif', true, 'no-rule-matched'],
  ['heritrix', 'Disallow: /*.gif*$', '/x.gif.gif', false, 'rule'],
  ['heritrix', 'Disallow: /*.gif$', '/x.gif', false, 'rule'],
  ['heritrix', 'Disallow: *', '/a', true, 'no-rule-matched'],
  ['heritrix', 'Disallow: <b>/a</b>', '/a', false, 'rule'],
  ['heritrix', '<p>Disallow: /a</p> # x', '/a', false, 'rule'],
  ['heritrix', '<p #>Disallow<b>: /a<i>b#c', '/ab', false, 'rule'],
  ['heritrix', 'Disallow : /a', '/a', true, 'no-rule-matched'],
  ['heritrix', 'Disallow: /a\u0085', '/a', true, 'no-rule-matched'],
  ['heritrix', '\u0001Disallow: /a\u0002', '/a', false, 'rule'],
  ['heritrix', 'Disallow: /a\n\nUser-agent: FooBot\nDisallow: /b', '/b', true, 'no-rule-matched'],
  ['heritrix', 'Disallow: /a\n\nUser-agent:\nDisallow: /b', '/b', false, 'rule'],
  ['heritrix', 'Disallow: /a\n\nUser-agent: oo\nUser-agent: *\nDisallow: /b', '/b', true, 'no-rule-matched'],
  [
    'heritrix',
    'Disallow: /a\n\nUser-agent: oo\nCrawl-delay: x\nUser-agent: *\nDisallow: /b',
    '/b',
    true,
    'no-rule-matched',
  ],
  [
    'heritrix',
    'Disallow: /a\n\nUser-agent: oo\nCrawl-delay: 5x\nUser-agent: *\nDisallow: /b',
    '/b',
    true,
    'no-rule-matched',
  ],
  [
    'heritrix',
    'Disallow: /a\n\nUser-agent: oo\nDisallow:\nUser-agent: x\nUser-agent: oo\nDisallow: /b',
    '/b',
    false,
    'rule',
  ],
  ['heritrix', 'Disallow: /%61', '/a', true, 'no-rule-matched'],
  ['robotrules', 'Disallow: /a\n\nUser-agent: *\nDisallow: /b', '/b', false, 'rule'],
  ['robotrules', 'Disallow: /a\n\nUser-agent: Foo\nAllow: /\n\nDisallow: /b', '/a', true, 'no-rule-matched'],
  [
    'robotrules',
    'Disallow: /a\n\nUser-agent: Foo\n\nUser-agent: *\nDisallow: /b',
    '/b',
    true,
    'no-rule-matched',
  ],
  ['robotrules', 'Disallow:\nDisallow: /', '/a', true, 'rule'],
  ['robotrules', 'Disallow: /a\nDisallow:', '/a', false, 'rule'],
  ['robotrules', 'Disallow: a/b/../c', '/a/c', false, 'rule'],
  ['robotrules', 'Disallow: ..', '/../x', false, 'rule'],
  ['robotrules', 'Disallow: a/./b/.', '/a/b/x', false, 'rule'],
  ['robotrules', 'Disallow: ?a', '/robots.txt?ab', false, 'rule'],
  ['robotrules', 'Disallow: a b:/c', '/c', true, 'no-rule-matched'],
  ['robotrules', 'Disallow: 1a://b/c', '/1a://b/c', false, 'rule'],
  ['robotrules', 'Disallow: 1a:c', '/c', false, 'rule'],
  ['robotrules', 'Disallow: <URL:/a>', '/a', false, 'rule'],
  ['robotrules', 'Disallow: "/a"', '/a', false, 'rule'],
  ['robotrules', 'Disallow: /[a]', '/%5Ba%5D', false, 'rule'],
  ['robotrules', 'Disallow: https://example.com', '/a', false, 'rule'],
  ['robotrules', 'Disallow: //a', '//a', true, 'no-rule-matched'],
  ['robotrules', 'Disallow: ftp://example.com/a', '/a', true, 'no-rule-matched'],
  ['robotrules', 'Disallow: /a', 'mailto:a', true, 'no-rule-matched'],
  ['robotrules', 'Disallow: /a', 'http:/a', false, 'unreadable'],
  ['robotrules', 'Disallow: /', 'https://example.com', true, 'no-rule-matched'],
  ['robotrules', 'Disallow: /', 'https://example.com#/', true, 'no-rule-matched'],
  ['robotexclusionrulesparser', 'Allow:', '/a', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow:\nDisallow: /', '/a', true, 'rule'],
  ['robotexclusionrulesparser', 'xDisallow:/a', '/a', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow : /a', '/a', true, 'no-group'],
  ['robotexclusionrulesparser', 'Disallow: /%2fa', '/%2Fa', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow: /%0aa', '/%2Fa', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow: /%2a%24', '/xyz', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow: /é', '/%C3%A9', true, 'no-rule-matched'],
  ['robotexclusionrulesparser', 'Disallow: /a#b\n\nDisallow: /c', '/c', true, 'no-rule-matched'],
  ['robotexclusionrulesparser', 'Disallow: /\u0001a', '/a', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow: /*b$', '/ab', false, 'rule'],
  ['robotexclusionrulesparser', 'Disallow: /', 'http://[/a', false, 'unreadable'],
  ['robotexclusionrulesparser-1996', 'Disallow: /*b$', '/ab', true, 'no-rule-matched'],
  ['robotexclusionrulesparser-1996', 'Disallow: /*b$', '/*b$', false, 'rule'],
  ['robots-txt-guard', 'Disallow: /a*b\nAllow: /a', '/ab', false, 'rule'],
  ['robots-txt-guard', 'Disallow: /a*\nAllow: /a', '/ab', false, 'rule'],
  ['robots-txt-guard', 'Disallow: /ab\nAllow: /a*b\nAllow: /ab', '/ab', true, 'rule'],
  ['robots-txt-guard', 'Disallow: /ab\nAllow: ab', '/ab', false, 'rule'],
  ['robots-txt-guard', 'Disallow: *$', '/ab', false, 'rule'],
  ['robots-txt-guard', 'Disallow: /a # x\r\r\n', '/a', true, 'no-rule-matched'],
  ['robots-txt-guard', 'Disallow: /a # x', '/a', false, 'rule'],
  [
    'robots-txt-guard',
    'Disallow: /\n\nUser-agent: Bot\nDisallow: /b\n\nUser-agent: bot\nDisallow: /c',
    '/c',
    true,
    'no-rule-matched',
  ],
  ['robots-txt-guard', 'Disallow: /\n\nUser-agent:\nAllow: /', '/c', false, 'rule'],
  ['robots-txt-guard', 'Disallow: /\n\nUser-agent: Foo*\nAllow: /', '/c', false, 'rule'],
];

describe.each([
  ['delays', DELAYS],
  ['patterns', PATTERNS],
  ['targets', TARGETS],
  ['programs', PROGRAMS],
])('%s', (_, rows) => {
  it.each(rows)('%s, %j at %s: %s, %s', (name, rules, url, allowed, because) => {
    const dialect = findDialect(name) as NonNullable<ReturnType<typeof findDialect>>;
    const verdict = explain(compile(parse(`User-agent: *\n${rules}\n`, { dialect }), 'FooBot'), url);
    expect([verdict.allowed, verdict.because]).toEqual([allowed, because]);
  });
});

it('protego allows robots.txt itself, and only in the root', () => {
  const dialect = findDialect('protego') as NonNullable<ReturnType<typeof findDialect>>;
  const because = (url: string) => explain(compile(parse('', { dialect }), 'FooBot'), url).because;
  expect(['/robots.txt', '/a/robots.txt', '/a'].map(because)).toEqual([
    'robots-txt-itself',
    'no-group',
    'no-group',
  ]);
});

it('temoto tells why it rejects a file', () => {
  const dialect = findDialect('temoto') as NonNullable<ReturnType<typeof findDialect>>;
  const note = (body: string) => explain(compile(parse(body, { dialect }), 'FooBot'), '/').note;
  expect(note('User-agent: *\nCrawl-delay: x\n')).toBe('a crawl-delay is not a number of seconds');
  expect(note('Disallow: /\n')).toBe('a rule or crawl-delay comes before any user-agent record');
});
