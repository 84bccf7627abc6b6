import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.ts';

describe('parseUrl', () => {
  it('reads Latin-1 beyond ASCII however often it is called', () => {
    // Enough calls for the caller to be optimized, which is when `URL.canParse` goes wrong on Node 20.
    let refused = 0;
    for (let call = 0; call < 50_000; call += 1) if (!parseUrl('https://example.com/é')) refused += 1;
    expect(refused).toBe(0);
  });

  it.each(['', 'example.com', '/path', 'http://', 'http://[', 'https://a b/'])('refuses %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
