import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import {
  cacheDelay,
  canonicalUrl,
  cleanParams,
  crawlDelay,
  isWithin,
  noindexRecords,
  preferredHost,
  recordDiagnostics,
  requestRate,
  requestRates,
  sitemaps,
  visitTime,
} from './index.ts';

const inGroup = (...lines: string[]) => parse(`User-agent: *\n${lines.join('\n')}\n`);
const diagnosticsOf = (text: string) =>
  recordDiagnostics(parse(text)).map(({ code, line, column }) => `${code} ${line}:${column}`);

describe('Crawl-delay', () => {
  it.each([
    ['5', 5],
    ['0', 0],
    ['0.5', 0.5],
    ['2.', 2],
    ['010', 10],
    ['86400', 86_400],
  ])('%s seconds', (value, seconds) => {
    expect(crawlDelay(inGroup(`Crawl-delay: ${value}`), 'FooBot')?.seconds).toBe(seconds);
  });

  it.each([
    '',
    '-1',
    '+1',
    '.5',
    '1e3',
    '0x10',
    'inf',
    'NaN',
    '1_0',
    '5s',
    '5 10',
    '²',
    '٣',
    '9'.repeat(400),
  ])('no delay: %j', (value) => {
    const document = inGroup(`Crawl-delay: ${value}`);
    expect(crawlDelay(document, 'FooBot')).toBeUndefined();
    expect(recordDiagnostics(document)).toMatchObject([{ code: 'bad-crawl-delay', line: 2 }]);
  });

  it('is the first valid one of the merged group', () => {
    const document = parse(
      'User-agent: a\nCrawl-delay: soon\nAllow: /\nUser-agent: *\nCrawl-delay: 1\nAllow: /\nUser-agent: a\nCrawl-delay: 7\nCrawl-delay: 8\n',
    );
    expect(crawlDelay(document, 'a')).toMatchObject({ seconds: 7, record: { line: 8, value: '7' } });
  });

  it('RFC 9309 §2.2.1: is not taken from `*` when the crawler is named', () => {
    const document = parse('User-agent: bingbot\nAllow: /\n\nUser-agent: *\nCrawl-delay: 4\n');
    expect(crawlDelay(document, 'bingbot')).toBeUndefined();
    expect(crawlDelay(document, 'other')?.seconds).toBe(4);
  });

  it('bing: is taken from `*` when the own group states none', () => {
    const document = parse('User-agent: bingbot\nAllow: /\n\nUser-agent: *\nCrawl-delay: 4\n');
    expect(crawlDelay(document, 'bingbot', { alsoFromStar: true })?.seconds).toBe(4);
    const own = parse('User-agent: *\nCrawl-delay: 4\nAllow: /\nUser-agent: bingbot\nCrawl-delay: 9\n');
    expect(crawlDelay(own, 'bingbot', { alsoFromStar: true })?.seconds).toBe(9);
  });

  it('is capped where a cap is given', () => {
    expect(crawlDelay(inGroup('Crawl-delay: 600'), 'a', { maxSeconds: 60 })).toMatchObject({
      seconds: 60,
      statedSeconds: 600,
    });
    expect(() => crawlDelay(inGroup(), 'a', { maxSeconds: -1 })).toThrow(RangeError);
    expect(() => crawlDelay(inGroup(), 'a', { maxSeconds: Number.NaN })).toThrow(/"NaN"/);
  });

  it('belongs to every crawler of a run that it is in', () => {
    const document = parse('User-agent: a\nCrawl-delay: 3\nUser-agent: b\nDisallow: /\n');
    expect([crawlDelay(document, 'a')?.seconds, crawlDelay(document, 'b')?.seconds]).toEqual([3, 3]);
  });

  it('is ignored outside a group, with a diagnostic', () => {
    expect(crawlDelay(parse('Crawl-delay: 3\nUser-agent: *\n'), 'a')).toBeUndefined();
    expect(diagnosticsOf('Crawl-delay: 3\nUser-agent: *\n')).toEqual(['record-before-group 1:14']);
  });
});

describe('Sitemap', () => {
  it('is read wherever it appears, each URL once, spelled as written', () => {
    const body =
      'Sitemap: https://Example.com/A.xml\nUser-agent: a\nsitemap:https://cdn.test/b.xml?x=%7e\nUser-agent: b\nSITEMAP : https://example.com/A.xml\n';
    expect(sitemaps(parse(body)).map(({ url, record }) => [url, record.line])).toEqual([
      ['https://Example.com/A.xml', 1],
      ['https://cdn.test/b.xml?x=%7e', 3],
    ]);
  });

  it.each([
    ['/s.xml', 'https://example.com/s.xml'],
    ['s.xml', 'https://example.com/s.xml'],
    ['//cdn.test/s.xml', 'https://cdn.test/s.xml'],
    ['../s.xml', 'https://example.com/s.xml'],
  ])('%s is resolved against the robots URL', (value, url) => {
    const document = parse(`Sitemap: ${value}\n`);
    expect(sitemaps(document)).toEqual([]);
    expect(recordDiagnostics(document)).toMatchObject([{ code: 'relative-sitemap', line: 1, column: 10 }]);
    expect(sitemaps(document, { robotsUrl: 'https://example.com/robots.txt' })).toMatchObject([
      { url, isRelative: true },
    ]);
  });

  it.each([
    ['', 'empty-sitemap 1:10'],
    ['https://', 'bad-sitemap 1:10'],
    ['https:///a', 'bad-sitemap 1:10'],
    ['https://a.test/é https://b.test/', 'bad-sitemap 1:27'],
    ['mailto:a@b.test', 'bad-sitemap 1:10'],
    ['javascript:alert(1)', 'bad-sitemap 1:10'],
  ])('%j is none', (value, expected) => {
    expect(sitemaps(parse(`Sitemap: ${value}`), { robotsUrl: 'https://example.com/robots.txt' })).toEqual([]);
    expect(diagnosticsOf(`Sitemap: ${value}`)).toEqual([expected]);
  });

  it('wants an absolute robots URL', () => {
    expect(() => sitemaps(parse(''), { robotsUrl: '/robots.txt' })).toThrow(/"\/robots.txt"/);
    expect(sitemaps(parse('Sitemap: /s'), { robotsUrl: new URL('http://a.test/x/') })[0]?.url).toBe(
      'http://a.test/s',
    );
  });
});

describe('Request-rate', () => {
  it.each([
    ['1/5', 1, 5],
    ['1/10s', 1, 10],
    ['30/1m', 30, 60],
    ['100/24h', 100, 86_400],
    ['2/1d', 2, 86_400],
  ])('%s', (value, documents, perSeconds) => {
    expect(requestRate(inGroup(`Request-rate: ${value}`), 'a')).toMatchObject({ documents, perSeconds });
  });

  it.each([
    '',
    '1',
    '1/',
    '/5',
    '0/5',
    '1/0',
    '1.5/2',
    '1/5x',
    '1/5S',
    '1 / 5',
    '1/5 2500-2600',
    '1/5 0600',
    '-1/5',
  ])('no rate: %j', (value) => {
    expect(requestRate(inGroup(`Request-rate: ${value}`), 'a')).toBeUndefined();
    expect(recordDiagnostics(inGroup(`Request-rate: ${value}`))[0]?.code).toBe('bad-request-rate');
  });

  it('is the last valid one, of those whose window holds the time', () => {
    const document = inGroup('Request-rate: 1/9', 'Request-rate: 1/1 2200-0559', 'Request-rate: x');
    expect(requestRates(document, 'a').map(({ record }) => record.line)).toEqual([2, 3]);
    expect(requestRate(document, 'a')?.perSeconds).toBe(1);
    expect(requestRate(document, 'a', Date.UTC(2026, 4, 1, 6, 0))?.perSeconds).toBe(9);
    expect(requestRate(document, 'a', Date.UTC(2026, 4, 1, 5, 59, 59))?.perSeconds).toBe(1);
  });
});

describe('Visit-time', () => {
  it('is the last valid one', () => {
    const document = inGroup('Visit-time: 0600-0845', 'Visit-time: 0000-2359', 'Visit-time: 0600 0845');
    expect(visitTime(document, 'a')).toMatchObject({ window: { fromMinutes: 0, toMinutes: 1439 } });
    expect(diagnosticsOf('User-agent: *\nVisit-time: 0600 0845\nVisit-time: 2400-2500')).toEqual([
      'bad-visit-time 2:13',
      'bad-visit-time 3:13',
    ]);
  });

  it('tells whether a time lies in it, also before 1970', () => {
    const window = { fromMinutes: 23 * 60, toMinutes: 60 };
    expect(isWithin(window, -60_000)).toBe(true);
    expect(isWithin(window, 12 * 3_600_000)).toBe(false);
  });
});

describe('Host', () => {
  it.each([
    ['example.com', { host: 'example.com' }],
    ['WWW.Example.COM:8080', { host: 'www.example.com', port: 8080 }],
    ['https://пример.рф', { scheme: 'https', host: 'xn--e1afmkfd.xn--p1ai' }],
  ])('%s', (value, expected) => {
    const { record, ...rest } = preferredHost(parse(`Host: ${value}`)) ?? {};
    expect(rest).toEqual(expected);
    expect(record?.value).toBe(value);
  });

  it.each([
    '',
    'ftp://a.test',
    'a.test/',
    'a.test/x',
    'a b',
    'a.test:0',
    'a.test:70000',
    '127.0.0.1',
    '[::1]',
    'u@a.test',
    'a.test?x',
  ])('none: %j', (value) => {
    expect(preferredHost(parse(`Host: ${value}`))).toBeUndefined();
    expect(diagnosticsOf(`Host: ${value}`)).toHaveLength(1);
  });

  it('is the first valid one, also outside groups', () => {
    expect(preferredHost(parse('Host: /\nHost: a.test\nUser-agent: *\nHost: b.test'))?.host).toBe('a.test');
  });
});

describe('Clean-param', () => {
  const document = parse(
    'Clean-param: sid\nUser-agent: *\nClean-param: ref&sort /shop/*/list\nClean-param: b[] /x$\n',
  );

  it.each([
    ['https://a.test/?sid=1', 'https://a.test/'],
    ['https://a.test/?SID=1', 'https://a.test/?SID=1'],
    ['https://a.test/?b=2&sid=1&a=%7e#f', 'https://a.test/?b=2&a=%7e#f'],
    ['https://a.test/?sid', 'https://a.test/'],
    ['https://a.test/?s%69d=1&x', 'https://a.test/?x'],
    ['https://a.test/shop/1/list?ref=2&sort=3&q=4', 'https://a.test/shop/1/list?q=4'],
    ['https://a.test/shop/list?ref=2', 'https://a.test/shop/list?ref=2'],
    ['/x$y?b%5B%5D=1&b[]=2&c', '/x$y?c'],
    ['/xy?b[]=1', '/xy?b[]=1'],
    ['https://a.test/p', 'https://a.test/p'],
    ['https://a.test/p?', 'https://a.test/p?'],
    ['https://a.test/p#?sid=1', 'https://a.test/p#?sid=1'],
    ['/?sid=%zz&x=%zz', '/?x=%zz'],
  ])('%s → %s', (url, expected) => {
    expect(canonicalUrl(document, url)).toBe(expected);
    expect(canonicalUrl(document, canonicalUrl(document, url))).toBe(expected);
  });

  it.each([
    ['', 14],
    ['a&&b', 14],
    ['a=1', 14],
    ['a b', 16],
    ['a  /x /y', 17],
    [`a /${'x'.repeat(500)}`, 14],
  ])('none: %j', (value, column) => {
    expect(cleanParams(parse(`Clean-param: ${value}`))).toEqual([]);
    if (value !== '') expect(diagnosticsOf(`Clean-param: ${value}`)).toEqual([`bad-clean-param 1:${column}`]);
  });

  it('refuses what is not a URL', () => {
    expect(() => canonicalUrl(document, 'a.test')).toThrow(TypeError);
  });
});

describe('Noindex and Cache-delay', () => {
  it('name the records that match', () => {
    const document = inGroup('Noindex: /a', 'Noindex: /*b$', 'Noindex: x');
    expect(noindexRecords(document, 'z', '/ab').map(({ line }) => line)).toEqual([2, 3]);
    expect(recordDiagnostics(document).map(({ code }) => code)).toEqual([
      'obsolete-noindex',
      'obsolete-noindex',
      'bad-noindex',
    ]);
  });

  it('read seconds', () => {
    expect(cacheDelay(inGroup('Cache-delay: x', 'Cache-delay: 10'), 'a')?.seconds).toBe(10);
    expect(diagnosticsOf('User-agent: *\nCache-delay: x')).toEqual(['bad-cache-delay 2:14']);
    expect(parse('Cache-delay: 1').records[0]?.kind).toBe('cache-delay');
  });
});

describe('RFC 9309 §2.2.4: none of these records ends a run of user-agent records', () => {
  it.each([
    'Sitemap',
    'Crawl-delay',
    'Request-rate',
    'Visit-time',
    'Host',
    'Clean-param',
    'Noindex',
    'Cache-delay',
  ])('%s', (name) => {
    expect(parse(`User-agent: a\n${name}: 1\nUser-agent: b\nAllow: /\n`).groups).toHaveLength(1);
  });
});
