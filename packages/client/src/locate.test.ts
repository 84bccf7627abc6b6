import { anyUrl, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locate } from './locate.ts';

function isUrl(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}

describe('locate', () => {
  const url = fc.oneof(
    anyUrl,
    fc
      .tuple(
        fc.constantFrom('http', 'HTTPS', 'ftp', 'gemini', 'gopher'),
        fc.constantFrom('', 'user@', 'user:secret@'),
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV4Extended(),
          fc.ipV6().map((ip) => `[${ip}]`),
          fc.constant('EXÄMPLE.com.'),
        ),
        fc.oneof(
          fc.constant(''),
          fc.integer({ min: 0, max: 65_535 }).map((port) => `:${port}`),
        ),
        fc.webPath(),
      )
      .map((parts) => `${parts[0]}://${parts.slice(1).join('')}`),
  );

  it('finds one robots.txt for a URL and for its own robots.txt', () => {
    fc.assert(
      fc.property(url, (text) => {
        const found = locate(text);
        if (found === undefined) return;
        expect(locate(found.robotsUrl)).toEqual(found);
        expect(found.robotsUrl).toBe(`${found.origin}/robots.txt`);
        expect(found.origin).toMatch(/^[a-z]+:\/\/[^@/?#A-Z]+$/);
        expect(locate(new URL(text))).toEqual(found);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('reads a host beyond ASCII however often it is asked', () => {
    for (let asked = 0; asked < 20_000; asked += 1) {
      if (locate('https://EXÄMPLE.com/')?.origin !== 'https://xn--exmple-cua.com')
        throw new Error(`not the ${asked}th time`);
    }
  });

  it('throws a TypeError that quotes what is not a URL, and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (isUrl(text)) locate(text);
        else expect(() => locate(text)).toThrow(TypeError);
      }),
    );
    expect(() => locate('not a\nURL')).toThrow('"not a\\nURL": expected an absolute URL');
    expect(() => locate('x'.repeat(500))).toThrow(/…"/);
  });
});
