/** RFC 9309 §2.2.2: where octets alone tell that a site is partly open, one path is allowed and another is not. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAllowed } from '../engine/is-allowed.ts';
import { parse } from '../parse/parse.ts';
import { tokensInForce } from '../rules/crawler-profile.ts';
import { selectRows } from '../rules/select.ts';
import { plainReach } from './plain-reach.ts';

function plainReachOf(text: string): string | undefined {
  const document = parse(text);
  const tokens = tokensInForce(document, '*');
  return tokens && plainReach({ source: document, rows: selectRows(document, tokens).ruleRows });
}

const pattern = fc
  .array(fc.constantFrom('/', '/', 'a', 'b', '*', '$', '%61', '%2F', '%', 'ä', 'robots.txt', '?', '#'), {
    maxLength: 4,
  })
  .map((parts) => `/${parts.join('')}`);
const rule = fc.record({
  allows: fc.boolean(),
  path: fc.oneof({ weight: 4, arbitrary: pattern }, fc.constantFrom('', '*', 'a', '/robots.txt')),
});

it('says some only where both verdicts are there', () => {
  const numRuns = runs(3_000, 1_000);
  let found = 0;
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), (rules) => {
      const lines = rules.map(({ allows, path }) => `${allows ? 'Allow' : 'Disallow'}: ${path}`);
      const text = `User-agent: *\n${lines.join('\n')}\n`;
      if (plainReachOf(text) !== 'some') return;
      found++;
      expect(isAllowed(text, '*', '/')).toBe(true);
      const paths = rules.map(({ path }) => path.replace(/\$$/, '').replaceAll('*', ''));
      const isClosed = (path: string): boolean => path !== '/robots.txt' && !isAllowed(text, '*', path);
      const spelled = paths.map((path) => (path.startsWith('/') ? path : `/${path}`));
      expect(spelled.some((path) => isClosed(path) || isClosed(`${path}x`))).toBe(true);
    }),
    { numRuns },
  );
  // A mutation run tries too few cases for that.
  if (numRuns >= 1_000) expect(found).toBeGreaterThan(50);
});

it.each([
  ['a path that no rule opens', 'Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php', 'some'],
  ['only the file itself is closed', 'Disallow: /robots.txt', undefined],
  ['an equal rule that allows wins', 'Disallow: /a\nAllow: /a', undefined],
  ['a star may open the path', 'Disallow: /a\nAllow: /*a*', undefined],
  ['a star closes paths, and no rule opens any', 'Disallow: /*?\nDisallow: *.php$', 'some'],
  ['a star that closes the root', 'Disallow: *$\nDisallow: /a', undefined],
  ['a pattern with a control matches nothing', 'Disallow: /a*\u0001', undefined],
  ['the root is closed', 'Disallow: /$\nDisallow: /a', undefined],
])('%s', (_, rules, reach) => {
  expect(plainReachOf(`User-agent: *\n${rules}\n`)).toBe(reach);
});
