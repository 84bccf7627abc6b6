/** Tests the diagnostics of each record that has no effect: the code, the position, and the reason in words. */
import { describe, expect, it } from 'vitest';
import { bing } from '../dialects/documented.ts';
import { google } from '../dialects/google.ts';
import { rfc9309 } from '../parse/dialect.ts';
import { parse } from '../parse/parse.ts';
import { recordsForCrawler } from './group-records.ts';
import {
  cleanParams,
  crawlDelay,
  isWithin,
  preferredHost,
  recordDiagnostics,
  sitemaps,
  unreadRecords,
} from './index.ts';
import { readTimeWindow } from './time-window.ts';

const told = (text: string) =>
  recordDiagnostics(parse(text)).map(
    ({ severity, code, line, column, message }) => `${line}:${column} ${severity} ${code}: ${message}`,
  );

describe('a record without effect', () => {
  it.each([
    ['Crawl-delay: soon', '2:14 warning bad-crawl-delay: "soon" is not '],
    [
      'Visit-time: 6-8',
      '2:13 warning bad-visit-time: "6-8" is not a time of day, such as "0600-0845" (UTC): ',
    ],
    ['Visit-time: 2400-0100', '2:13 warning bad-visit-time: '],
    ['Visit-time: 0100-0160', '2:13 warning bad-visit-time: '],
    ['Request-rate: x', '2:15 warning bad-request-rate: "x" is not '],
    ['Noindex: a', '2:10 warning bad-noindex: A path begins with "/" (or "*"): this record matches nothing'],
    ['Noindex: /a', '2:10 info obsolete-noindex: No search engine reads Noindex in robots.txt any more: '],
    ['Host: a b', '2:7 warning bad-host: "a b" is not a host, such as "example.com" or '],
    ['Sitemap:', '2:9 warning empty-sitemap: An empty value names no sitemap: this record is ignored'],
    [
      'Sitemap: https://a.test/é x',
      '2:27 warning bad-sitemap: "https://a.test/é x" has white space or a control character: ',
    ],
    [
      'Sitemap: /a',
      '2:10 warning relative-sitemap: "/a" is relative: most readers ignore it; write the whole URL',
    ],
    ['Sitemap: http://[', '2:10 warning bad-sitemap: "http://[" is not a URL: this record is ignored'],
    ['Sitemap: mailto:a', '2:10 warning bad-sitemap: "mailto:a" is not the URL of a file to fetch: '],
    [
      'Clean-param: a=b',
      '2:14 warning bad-clean-param: "a=b" is not a list of parameters, such as "sid" or ',
    ],
    [
      'Clean-param: é b',
      '2:17 warning bad-clean-param: Only one path that begins with "/" or "*" may follow the parameters',
    ],
    [
      `Clean-param: ${'a'.repeat(501)}`,
      '2:14 warning bad-clean-param: Longer than 500 octets: this record is ignored',
    ],
  ])('%s', (record, start) => {
    const [first, ...others] = told(`User-agent: *\n${record}\n`);
    expect(others).toEqual([]);
    expect(first?.slice(0, start.length)).toBe(start);
    expect(first).toMatch(/[^.]$/);
  });

  it('before the first group belongs to none', () => {
    expect(told('Crawl-delay: 1\nUser-agent: *\n')).toEqual([
      '1:14 warning record-before-group: No user-agent record precedes this Crawl-delay record. It belongs to no group and is ignored',
    ]);
  });

  it('that a dialect does not know says nothing to it', () => {
    const document = parse('User-agent: *\nCrawl-delay: 5\nFrob: 1\n', { dialect: google });
    expect(unreadRecords(document).map(({ line }) => line)).toEqual([2]);
    expect(recordDiagnostics(document)).toMatchObject([
      {
        code: 'unread-record',
        severity: 'info',
        line: 2,
        message: expect.stringMatching(
          /^Google.* does not read Crawl-delay records, so it ignores this one$/,
        ),
      },
    ]);
  });

  it('has a span from its fault to the end of its value, or an empty one', () => {
    const text = 'User-agent: *\nSitemap: https://a.test/ b\nSitemap:\n';
    const spans = recordDiagnostics(parse(text)).map(({ span }) => text.slice(span.start, span.end));
    expect(spans).toEqual([' b', '']);
  });
});

describe('bounds', () => {
  it.each([
    ['Host: a.test:1', 1],
    ['Host: a.test:65535', 65_535],
    ['Host: a.test:0', undefined],
    ['Host: a.test:65536', undefined],
  ])('%s', (text, port) => {
    expect(preferredHost(parse(text))?.port).toBe(port);
  });

  it('a Clean-param of 500 octets counts', () => {
    expect(cleanParams(parse(`Clean-param: ${'a'.repeat(500)}`))).toHaveLength(1);
  });

  it('a sitemap is resolved against a URL object, too', () => {
    const robotsUrl = new URL('https://a.test/robots.txt');
    expect(sitemaps(parse('Sitemap: /b'), { robotsUrl }).map(({ url }) => url)).toEqual(['https://a.test/b']);
  });

  it.each([
    ['0000-2359', 0, 1439],
    ['0600-0845', 360, 525],
    ['2200-0559', 1320, 359],
    ['0700-0700', 420, 420],
  ])('a window %s includes both ends', (text, from, to) => {
    const window = readTimeWindow(text);
    expect(window).toEqual({ fromMinutes: from, toMinutes: to });
    const within = Array.from({ length: 1440 }, (_, minute) =>
      isWithin(window as never, minute * 60_000 + 59_999),
    );
    const expected = within.map((_, minute) =>
      from <= to ? from <= minute && minute <= to : !(to < minute && minute < from),
    );
    expect(within).toEqual(expected);
    expect(isWithin(window as never, -60_000)).toBe(expected[1439]);
  });

  it.each([
    '',
    '06-08',
    '060-0845',
    '0600-084',
    '0600 0845',
    '0600-08455',
    'x0600-0845',
    '2400-0000',
    '0000-0060',
  ])('%j is not a valid window', (text) => {
    expect(readTimeWindow(text)).toBeUndefined();
  });
});

describe('records that belong to a crawler', () => {
  const text = 'User-agent: a\nUser-agent: b\nAllow: /\nCrawl-delay: 1\nFrob: 2\nUser-agent: c\nFrob: 3\n';
  const lines = (who: string, kind?: 'crawl-delay', dialect = rfc9309) =>
    recordsForCrawler(parse(text, { dialect }), who, kind).map(({ line }) => line);

  it('are those of its groups except the rules and names, of one kind if asked', () => {
    expect(lines('a')).toEqual([4, 5]);
    expect(lines('c')).toEqual([7]);
    expect(lines('a', 'crawl-delay')).toEqual([4]);
    expect(lines('c', 'crawl-delay')).toEqual([]);
  });

  it('are selected as the dialect selects', () => {
    expect(lines('a', 'crawl-delay', bing)).toEqual([4]);
    expect(lines('d', 'crawl-delay', bing)).toEqual([]);
  });

  it('may be those of `*` if the profile says so', () => {
    const document = parse('User-agent: bingbot\nAllow: /\n\nUser-agent: *\nCrawl-delay: 4\n');
    const profile = { token: 'bingbot', fallbackTokens: [], appliesStar: true };
    expect(crawlDelay(document, profile)).toBeUndefined();
    expect(crawlDelay(document, { ...profile, starExtras: ['crawl-delay'] })?.seconds).toBe(4);
  });

  it('name the host only in a Host record', () => {
    expect(preferredHost(parse('Sitemap: a.test\nHost: b.test\nHost: c.test\n'))?.host).toBe('b.test');
  });
});
