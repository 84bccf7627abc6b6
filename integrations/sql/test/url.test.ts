/** Compares the bundle's URL parser with the host's, which implements the WHATWG URL Standard. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { URL as OwnUrl } from '../src/host/url.ts';

const PIECES = [
  ...'http https HTTP ws ftp file mailto foo a+b : :// :/ :/// // / \\ ? #'.split(' '),
  ...'@ user u:p@ :80 :443 :8080 :0080 :99999 :x [::1] [1:2::3] [::ffff:1.2.3.4] [ ] ::'.split(' '),
  ...'1.2.3.4 0x7f.1 1.2.3 256.1.1.1 4294967296 4294967295 08.1 0x 1. . .. %2e %2E%2e a.1 ..1'.split(' '),
  ...'example.com EXAMPLE.com % %41 %00 %zz | ^ < " \' ` { ~ _ - \u007f localhost x a/b ../c é \ud800'.split(
    ' ',
  ),
  ...['a b', ' ', '\t', '\n'],
];

/** Selects URLs with ASCII hosts, because the bundle has no IDNA tables. */
const isComparable = (text: string): boolean =>
  !/xn--/i.test(text) && !/^[^/?#]*[/\\]*[^/\\?#]*[^\0-\x7f%]/.test(text);

function isUrl(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

describe('URL Standard, URL parsing', () => {
  it('accepts what the host accepts', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join(''));
    const likely = fc
      .tuple(fc.constantFrom('http://', 'https://', 'ftp:', 'file://', 'foo://', 'foo:'), text)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, likely), (url) => {
        fc.pre(isComparable(url));
        expect(
          isUrl(() => new OwnUrl(url)),
          JSON.stringify(url),
        ).toBe(isUrl(() => new URL(url)));
      }),
      { numRuns: runs(20_000) },
    );
  });
});
