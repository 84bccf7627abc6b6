import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { addressedDirectives, type UsageReportOptions, usageReport } from './index.ts';

const report = (options: UsageReportOptions, agent = 'FooBot', path = '/a', body = '') =>
  usageReport(parse(body), agent, path, options);

describe('TDMRep: the field TDM-Reservation', () => {
  it.each([
    ['1', 'disallow'],
    ['0', 'allow'],
    ['0, 1', 'disallow'],
    ['1,0', 'disallow'],
    ['0, 0', 'allow'],
    ['x, 1', 'disallow'],
    ['x', 'unknown'],
    ['', 'unknown'],
  ])('RFC 9110 §5.3: %j, which may have come as several lines, says %s', (value, preference) => {
    const { uses } = report({ headers: { 'tdm-reservation': value } }, 'FooBot', '/');
    expect(uses['text-and-data-mining'].preference).toBe(preference);
  });
});

describe('TDMRep: /.well-known/tdmrep.json', () => {
  const rules = [
    { location: '/press/*', 'tdm-reservation': 0 },
    { location: '/a$', 'tdm-reservation': 1, 'tdm-policy': 'https://example.com/policy' },
    { location: '/', 'tdm-reservation': 1 },
  ];
  const stated = (tdmrep: string, path: string) =>
    report({ tdmrep }, 'FooBot', path).uses['text-and-data-mining'];

  it.each([
    ['/press/1', 'allow'],
    ['/a', 'disallow'],
    ['/b', 'disallow'],
  ])('%s: %s, by the first rule that matches', (path, preference) => {
    expect(stated(JSON.stringify(rules), path).preference).toBe(preference);
  });

  it('names the policy and the rule', () => {
    expect(stated(JSON.stringify(rules), '/a').statements).toMatchObject([
      {
        convention: 'tdmrep',
        source: { kind: 'file', name: '/.well-known/tdmrep.json', text: '/a$' },
        note: expect.stringContaining('https://example.com/policy'),
      },
    ]);
  });

  it.each([
    '',
    '{',
    '{}',
    'null',
    '[1, null, "x"]',
    '[{"location": 7}]',
    '[{"location": "/", "tdm-reservation": 2}]',
  ])('%s says nothing and throws nothing', (text) => {
    expect(stated(text, '/a').preference).toBe('unknown');
  });

  it('combines with the header, most restrictively', () => {
    const found = report({ tdmrep: JSON.stringify(rules), headers: { 'tdm-reservation': '0' } });
    expect(found.uses['text-and-data-mining']).toMatchObject({ preference: 'disallow', isConflict: true });
  });
});

describe('meta robots and X-Robots-Tag', () => {
  const meta = (content: string, name = 'robots') => ({ meta: [{ name, content }] });

  it.each([
    ['noindex', 'FooBot', { search: 'disallow', 'ai-input': 'unknown' }],
    ['nosnippet', 'FooBot', { search: 'unknown', 'ai-input': 'unknown' }],
    ['nosnippet', 'Googlebot', { search: 'unknown', 'ai-input': 'disallow' }],
    ['max-snippet: 0', 'Googlebot', { search: 'unknown', 'ai-input': 'disallow' }],
    ['max-snippet: 5', 'Googlebot', { search: 'unknown', 'ai-input': 'unknown' }],
    ['noai, noimageai', 'Googlebot', { search: 'unknown', 'ai-input': 'unknown' }],
  ])('%s for %s', (content, agent, expected) => {
    for (const options of [meta(content), { headers: { 'x-robots-tag': content } }]) {
      const { uses } = report(options, agent);
      expect({ search: uses.search.preference, 'ai-input': uses['ai-input'].preference }).toEqual(expected);
    }
  });

  it.each([
    ['*: noindex, nofollow', ['*:noindex', '*:nofollow']],
    ['BarBot: noindex, *: nofollow, noarchive', ['*:nofollow', '*:noarchive']],
    ['*: noindex, BarBot: noindex, nofollow', ['*:noindex']],
    ['* : max-snippet: 0', ['*:max-snippet:0']],
  ])('X-Robots-Tag: %s, where no crawler is called *: shown, and counts for nobody', (line, expected) => {
    const response = { headers: { 'x-robots-tag': line } };
    const found = addressedDirectives('FooBot', response);
    expect(found.map(({ directives }) => directives)).toEqual([expected]);
    for (const { preference } of Object.values(report(response).uses)) expect(preference).toBe('unknown');
  });

  const tags = (agent: string, lines: string | string[]) =>
    addressedDirectives(agent, { headers: { 'x-robots-tag': lines } });
  const search = (agent: string, options: UsageReportOptions) =>
    report(options, agent).uses.search.preference;

  it.each([
    ['otherbot: nofollow', 'noindex'],
    ['DuckDuckBot: noarchive', 'noindex, nofollow'],
    ['BarBot: nofollow', 'none'],
    ['otherbot: unavailable_after: 25 Jun 2100 15:00:00 PST', 'noindex'],
    ['*: nofollow', 'noindex'],
  ])('the name in %j does not limit the next line, %j', (...lines) => {
    expect(search('FooBot', { headers: { 'x-robots-tag': lines } })).toBe('disallow');
  });

  it.each([
    'noindex nofollow',
    'noindex; nofollow',
    'noindex|nofollow',
    '"noindex"',
    'noindex.',
    'no-index',
    'max-snippet: many',
    'unavailable_after: soon',
    'googlebot/2.1: noindex',
    '社',
  ])('what cannot be read is told: %j', (line) => {
    expect(tags('FooBot', ['noarchive', line])).toMatchObject([
      { directives: ['noarchive'], unreadable: [] },
      { directives: [], unreadable: [line] },
    ]);
  });

  it.each([
    ['robots: noindex', ['robots:noindex']],
    ['X-Robots-Tag: noindex', ['x-robots-tag:noindex']],
    ['rating: adult, noindex', ['rating:adult', 'rating:noindex']],
    ['max_snippet: 5, noindex', ['max_snippet:noindex']],
    ['max-foo: 3, noindex', ['max-foo:noindex']],
    ['noindex: all', ['noindex:all']],
    ['otherbot: noindex', []],
  ])('a name that is no crawler’s is told, a crawler’s is not: %j', (line, expected) => {
    expect(tags('FooBot', line)[0]?.directives).toEqual(expected);
    expect(search('FooBot', { headers: { 'x-robots-tag': line } })).toBe('unknown');
  });

  const dates = [
    ...[
      '25 Jun 2010 15:00:00 PST',
      'Friday, 25-Jun-10 15:00:00 GMT',
      '25-Aug-2007 15:00:00 EST',
      '"25 Jun 2010"',
    ],
    ...[
      'Thursday, June 25, 2026 10:00:00 UTC',
      'June 25 2026',
      '2010-06-25T15:00:00Z',
      '2010-06-25',
      '2026-06-25 15:00',
    ],
    ...[
      'Thu Jun 25 2026 10:00:00 GMT+0200 (Central European Summer Time)',
      'Fri, 25 Jun 2010 15:00:00 +0000',
    ],
  ];
  it.each(dates)('unavailable_after: %s is noindex once it has passed', (date) => {
    const headers = { 'x-robots-tag': `FooBot: unavailable_after: ${date}, noarchive` };
    expect(tags('FooBot', headers['x-robots-tag'])[0]?.directives).toHaveLength(2);
    expect(search('FooBot', { headers, now: Date.UTC(2026, 10, 29) })).toBe('disallow');
    expect(search('FooBot', { headers, now: Date.UTC(2001, 0, 1) })).toBe('unknown');
  });

  it('a date has the instant of its zone', () => {
    const options = (now: number) => ({ ...meta('unavailable_after: 25 Jun 2010 15:00:00 PST'), now });
    expect(search('FooBot', options(Date.UTC(2010, 5, 25, 22, 59, 59)))).toBe('unknown');
    expect(search('FooBot', options(Date.UTC(2010, 5, 25, 23)))).toBe('disallow');
    for (const [text, zone] of [
      ['10:00 +0530', -5.5],
      ['10:00:00 gmt-0230', 2.5],
    ] as const) {
      const { meta: elements } = meta(`unavailable_after: 1 May 2020 ${text}`);
      const at = Date.UTC(2020, 4, 1, 10) + zone * 3_600_000;
      expect([at - 1, at].map((now) => search('FooBot', { meta: elements, now }))).toEqual([
        'unknown',
        'disallow',
      ]);
    }
  });

  it('address engines by the names that these document', () => {
    for (const [agent, name, expected] of [
      ['YandexBot', 'yandex', 'disallow'],
      ['YandexImages', 'Yandex', 'disallow'],
      ['bingbot', 'msnbot', 'disallow'],
      ['msnbot', 'bingbot', 'disallow'],
      ['Googlebot', 'yandex', 'unknown'],
      ['YandexBot', 'YandexImages', 'unknown'],
    ] as const) {
      expect(search(agent, meta('noindex', name)), `${agent} ${name}`).toBe(expected);
      expect(search(agent, { headers: { 'x-robots-tag': `${name}: noindex` } })).toBe(expected);
    }
  });

  it.each([
    ['index, noindex', []],
    ['all, noindex, noarchive', ['noarchive']],
    ['all, none', []],
    ['index, none', ['nofollow']],
    ['none, follow', ['noindex']],
    ['follow, nofollow, archive, noarchive', []],
    ['noindex, follow', ['noindex']],
  ])('Yandex: words that allow win in a meta element: %s', (content, expected) => {
    const forbidden = (agent: string) =>
      addressedDirectives(agent, meta(content))[0]?.directives.filter((one) => /^no/.test(one));
    expect(forbidden('YandexBot')).toEqual(expected);
    expect(forbidden('FooBot')).toEqual(content.split(', ').filter((one) => one.startsWith('no')));
    expect(tags('YandexBot', content)[0]?.directives).toEqual(content.split(', '));
  });

  it('speak to the crawler that they name alone', () => {
    expect(report(meta('noindex', 'barbot')).uses.search.preference).toBe('unknown');
    expect(report(meta('noindex', 'foobot')).uses.search.preference).toBe('disallow');
  });
});

describe('what a named group replaces', () => {
  const body = 'User-agent: *\nAllow: /\nContent-Usage: train-ai=n\n\nUser-agent: FooBot\nAllow: /\n';

  it('is listed, and does not count', () => {
    const { replaced, uses } = report({}, 'FooBot', '/a', body);
    expect(replaced).toMatchObject([{ line: 3, text: 'Content-Usage: train-ai=n' }]);
    expect(uses['ai-training'].preference).toBe('unknown');
  });

  it('is nothing for a crawler that "*" binds, nor for records of a shared group', () => {
    expect(report({}, 'BarBot', '/a', body).replaced).toEqual([]);
    const shared = 'User-agent: *\nUser-agent: FooBot\nAllow: /\nContent-Usage: train-ai=n\n';
    expect(report({}, 'FooBot', '/a', shared).replaced).toEqual([]);
  });
});

describe('vocabularies', () => {
  it('are named in the report, and an unknown revision is refused', () => {
    expect(report({}).vocabulary).toBe('draft-ietf-aipref-vocab-08');
    expect(report({ vocabulary: '07' }).vocabulary).toBe('draft-ietf-aipref-vocab-07');
    expect(() => report({ vocabulary: '06' as never })).toThrow(/expected "08", "07"/);
  });

  it('say that Search overrides, where categories differ', () => {
    const { statements } = report({ headers: { 'content-usage': 'search=y, ai-use=n' } });
    expect(statements[0]?.note).toContain('governed by "search" alone');
    expect(
      report({ headers: { 'content-usage': 'search=n, ai-use=n' } }).statements[0]?.note,
    ).toBeUndefined();
  });
});
