/** RFC 9309 §2.2.2: if octets alone show that a site is partly open, one path is allowed and another is not. */
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
  const numRuns = runs(3_000, 60);
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
  // A mutation run tries too few cases for this check.
  if (numRuns >= 1_000) expect(found).toBeGreaterThan(50);
});

it.each([
  ['a path that no rule opens', 'Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php', 'some'],
  ['only the file itself is closed', 'Disallow: /robots.txt', undefined],
  ['an equal rule that allows wins', 'Disallow: /a\nAllow: /a', undefined],
  ['a star behind another path', 'Disallow: /a\nAllow: /b*', 'some'],
  ['a star behind a longer path', 'Disallow: /a\nAllow: /ab*', 'some'],
  ['a star may open the path', 'Disallow: /a\nAllow: /*a*', undefined],
  ['a star closes paths, and no rule opens any', 'Disallow: /*?\nDisallow: *.php$', 'some'],
  ['a star that closes the root', 'Disallow: *$\nDisallow: /a', undefined],
  ['a pattern with a control matches nothing', 'Disallow: /a*\u0001', undefined],
  ['the root is closed', 'Disallow: /$\nDisallow: /a', undefined],
  ['nothing is closed', 'Allow: /a', 'everything'],
  ['what is closed matches nothing', 'Disallow: a\nDisallow:', 'everything'],
  ['a slash closes all', 'Disallow: /', 'nothing'],
  ['a star closes all', 'Disallow: *', 'nothing'],
  ['a slash and stars close all', 'Disallow: /**', 'nothing'],
  ['a slash and what follows a star do not close all', 'Disallow: /*a', 'some'],
  ['two slashes do not close all', 'Disallow: //', 'some'],
  [
    'all is closed, and a rule opens the file that is open anyway',
    'Allow: /robots.txt$\nDisallow: /',
    'nothing',
  ],
  [
    'all is closed, and a rule opens what begins like that file',
    'Allow: /robots.txt\nDisallow: /',
    undefined,
  ],
  ['all is closed, and a rule opens another file', 'Allow: /robots.tx$\nDisallow: /', undefined],
  [
    'all is closed, and a rule opens a file with as long a name',
    'Allow: /robots.txx$\nDisallow: /',
    undefined,
  ],
  ['all is closed, and a rule that allows matches nothing', 'Allow: a\nDisallow: /', 'nothing'],
  ['a star behind the root closes it', 'Disallow: /*\nAllow: /b', undefined],
  ['an end behind the root closes it', 'Disallow: /$\nDisallow: /b', undefined],
  ['a rule of signs alone may close the root', 'Disallow: *%$\nDisallow: /b', undefined],
  ['a longer rule that allows is about another path', 'Disallow: /a\nAllow: /ab', 'some'],
  ['a rule that allows has as many octets, but others', 'Disallow: /a\nAllow: /b', 'some'],
  ['a shorter rule that allows loses', 'Disallow: /ab\nAllow: /a', 'some'],
  ['a rule that allows has octets that are not plain', 'Disallow: /ab\nAllow: /a%', undefined],
  ['every octet of a plain path counts', 'Disallow: /AZaz09_-.', 'some'],
  ['a colon is not plain', 'Disallow: /a:\nAllow: /c', undefined],
  ['a star closes paths, but a rule may open them', 'Disallow: /*a\nAllow: /c', undefined],
  [
    'the fifth path is not looked at',
    'Disallow: /a\nDisallow: /b\nDisallow: /c\nDisallow: /d\nDisallow: /e\nAllow: /a\nAllow: /b\nAllow: /c\nAllow: /d',
    undefined,
  ],
])('%s', (_, rules, reach) => {
  expect(plainReachOf(`User-agent: *\n${rules}\n`)).toBe(reach);
});
