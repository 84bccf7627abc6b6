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
    ['* : max-snippet: 0', ['*:max-snippet: 0']],
  ])('X-Robots-Tag: %s, where no crawler is called *: shown, and counts for nobody', (line, expected) => {
    const response = { headers: { 'x-robots-tag': line } };
    const found = addressedDirectives('FooBot', response);
    expect(found.map(({ directives }) => directives)).toEqual([expected]);
    for (const { preference } of Object.values(report(response).uses)) expect(preference).toBe('unknown');
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
