import { parseUrl } from '@robots-exclusion/client/url';
import { anyUrl, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originOf, sitesOf } from './sites.ts';

/** Like `sitesOf`, but parses each URL as a whole. */
function slowSites(urls: readonly string[]): Map<string, number[]> {
  const sites = new Map<string, number[]>();
  for (const [index, url] of urls.entries()) {
    const origin = parseUrl(url)?.origin ?? 'null';
    const key = origin === 'null' ? url : origin;
    sites.set(key, [...(sites.get(key) ?? []), index]);
  }
  return sites;
}

const host = fc.oneof(
  fc.constantFrom(
    'a.example',
    'A.example',
    '1.2.3.4',
    '1.2.3.999',
    '0x7f.1',
    '[::1]',
    'a..b',
    'xn--a',
    'ⓐ.example',
    '',
  ),
  fc.domain(),
);
const end = fc.constantFrom(
  '',
  '/',
  '/a',
  '/\t@b.example',
  '?q',
  '#f',
  '\\@c.example/',
  ':80/',
  ':443',
  ':99999/',
  '@d.example/',
);
const url = fc.oneof(
  fc
    .tuple(fc.constantFrom('http://', 'https://', 'HTTP://', 'ftp://', ' http://'), host, end)
    .map((parts) => parts.join('')),
  anyUrl,
  fc.constantFrom('mailto:a@b.example', 'nowhere', ''),
);

describe('the sites of URLs', () => {
  it('are those that reading each URL as a whole gives', () => {
    fc.assert(
      fc.property(fc.array(url, { maxLength: 20 }), (urls) => {
        const found = sitesOf(urls).map(({ indexes }): [string, number[]] => {
          const [first = 0] = indexes;
          return [originOf(urls[first] as string) ?? (urls[first] as string), indexes];
        });
        for (const { isUrl, indexes } of sitesOf(urls))
          for (const index of indexes) expect(isUrl).toBe(parseUrl(urls[index] as string) !== undefined);
        expect(new Map(found)).toEqual(slowSites(urls));
      }),
      { numRuns: runs(1000) },
    );
  });
});
