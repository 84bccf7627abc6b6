/**
 * Tests that a scan for some crawlers gives the same access as a document parsed from the same body (RFC 9309 §2.2.1,
 * §2.2.2).
 */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namedTokens } from '../agents/named-tokens.ts';
import { compile } from '../engine/compile.ts';
import { parse } from '../parse/parse.ts';
import { scanGroups } from '../rules/scan-groups.ts';
import { TokenSet } from '../rules/token-set.ts';
import { accessOf } from './access.ts';
import { reachOf } from './reach.ts';

const TOKENS = ['foobot', 'foo', 'foobot-news', 'ä', 'barbot'];
const TARGETS = ['/', '/a', '/a/b?c', '/robots.txt', 'https://example.com/%61'];

const line = fc.oneof(
  fc
    .constantFrom('FooBot', 'foo', 'FOOBOT-News/1.0', 'Ä', 'ä', '*', '* x', '*/1', 'other', 'BarBot, foo', '')
    .map((name) => `User-agent: ${name}`),
  fc
    .tuple(
      fc.constantFrom('Disallow', 'Allow', 'disallow ', 'ALLOW'),
      fc.constantFrom('/', '/a', '/*a', '', 'a', '/b$', '*', '/\u0001', '/a # c'),
    )
    .map(([name, path]) => `${name}: ${path}`),
  fc.constantFrom(
    '',
    '# User-agent: *',
    'Crawl-delay: 1',
    'Content-Usage: ai=n',
    'User-agent *',
    'dis',
    'a',
    '\uFEFF',
    'Sitemap: /x',
    'useragent: foo',
    '\tUser-agent : foo # x',
    'User-agent: foo\u0000',
    'Dissallow: /a',
  ),
);
const body = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(line, { maxLength: 14 }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([mark, lines, end]) => mark + lines.join(end));

it('finds the names, the reach and the verdicts of a document', () => {
  const asked = new TokenSet(TOKENS);
  fc.assert(
    fc.property(body, fc.integer({ min: 1, max: 200 }), (text, maxBytes) => {
      const document = parse(text, { maxBytes });
      const groups = scanGroups(text, asked, maxBytes);
      const { compared, hasStar } = namedTokens(document);
      expect(groups.named).toEqual(compared.filter((token) => TOKENS.includes(token)));
      expect(groups.hasStar).toBe(hasStar);
      for (const who of ['*', ...TOKENS, ['foo', 'barbot']]) {
        const reach = reachOf(document, who);
        const verdicts =
          reach === 'some' ? TARGETS.map((target) => compile(document, who).allows(target)) : [];
        for (const source of [groups, document]) {
          expect(accessOf(source, who, TARGETS)).toEqual({ reach, verdicts });
        }
      }
    }),
    { numRuns: runs(1_000) },
  );
});

it('keeps of a body only what concerns the tokens', () => {
  const text =
    'User-agent: a\nDisallow: /1\n\nUser-agent: FooBot\nCrawl-delay: 1\nUser-agent: b\nDisallow: /2\n# x\nAllow: /3\n';
  const { lines, named, hasStar } = scanGroups(text, new TokenSet(['foobot']));
  expect({ rows: lines.length / 4, named, hasStar }).toEqual({ rows: 3, named: ['foobot'], hasStar: false });
});
