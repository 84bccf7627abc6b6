/** Tests usage preferences and records of files built to be slow. */
import { parse } from 'robots-exclusion';
import { canonicalUrl, recordDiagnostics, sitemaps } from 'robots-exclusion/records';
import { usageReport } from 'robots-exclusion/usage';
import { describe, expect, it } from 'vitest';

describe('hostile files are answered', () => {
  it.each([
    ['250,000 signals in a line', `User-agent: *\nContent-Signal: ${'a,'.repeat(250_000)}`],
    [
      '100,000 members in a line',
      `User-agent: *\nContent-Usage: ${Array.from({ length: 60_000 }, (_, i) => `a${i}`).join()}`,
    ],
    ['a statement of one String', `User-agent: *\nContent-Usage: x="${'a'.repeat(500_000)}"`],
    ['a statement of dates', `User-agent: *\nContent-Usage: x=(${'@1 '.repeat(160_000)})`],
    ['30,000 statements of one path', `User-agent: *\n${'Content-Usage: a\n'.repeat(30_000)}`],
    ['15,000 groups with a signal', 'User-agent: *\nContent-Signal: a\nAllow: /\n'.repeat(15_000)],
    ['20,000 parameters', `Clean-param: ${'a&'.repeat(200)}a\n`.repeat(1_200)],
    ['20,000 sitemaps', 'Sitemap: https://a.test/\n'.repeat(20_000)],
    ['a query of 100,000 parameters', 'Clean-param: a\n'],
  ])(
    '%s',
    (_, body) => {
      const document = parse(body);
      const report = usageReport(document, 'Foo', '/a', {
        headers: { link: '<,'.repeat(30_000), 'x-robots-tag': 'a:,'.repeat(30_000) },
      });
      expect(report.access.allowed).toBe(true);
      recordDiagnostics(document);
      sitemaps(document);
      canonicalUrl(document, `/x?${'a&b&'.repeat(50_000)}`);
    },
    30_000,
  );
});
