/** Tests that the counts of a file match its records, groups and rules, as RFC 9309 §2.1 and §2.2 define them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { google } from '../dialects/google.ts';
import { parse } from '../parse/parse.ts';
import { countRecords } from './count-records.ts';

const line = fc.constantFrom(
  ...['User-agent: *', 'User-agent: A', 'Disallow: /a', 'Allow: ', 'Disallow: a', 'Sitemap: https://a.test/'],
  ...[
    'Crawl-delay: 1',
    'Host: a.test',
    'Frob: 1',
    '# comment',
    '',
    'no colon',
    'Clean-param: a',
    'Noindex: /',
  ],
);

it('counts what the document lists', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const document = parse(lines.join('\n'));
      const byKind: Record<string, number> = {};
      for (const { kind } of document.records) byKind[kind] = (byKind[kind] ?? 0) + 1;
      const rules = document.groups.reduce((sum, group) => sum + group.rules.length, 0);
      expect(countRecords(document)).toEqual({ groups: document.groups.length, rules, byKind });
    }),
    { numRuns: 500 },
  );
});

it('counts groups as RFC 9309 does, and kinds as the dialect does', () => {
  const text = 'Disallow: /x\nUser-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /y\nHost: a.test\n';
  const counts = { groups: 1, rules: 1 };
  const named = { disallow: 2, 'user-agent': 2 };
  expect(countRecords(parse(text))).toEqual({ ...counts, byKind: { ...named, 'crawl-delay': 1, host: 1 } });
  expect(countRecords(parse(text, { dialect: google }))).toEqual({
    ...counts,
    byKind: { ...named, other: 2 },
  });
});
