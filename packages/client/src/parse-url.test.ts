import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.ts';

describe('parseUrl', () => {
  it.each([undefined, 'https://example.com/'])(
    'reads a host in Latin-1 however often it is called, with the base %s',
    (base) => {
      // A string that V8 stores as one piece, like text read from a file. The bug in Node 20 does not affect strings
      // that were concatenated.
      const text: string = JSON.parse('"https://münchen.example/"');
      let refused = 0;
      for (let call = 0; call < 50_000; call += 1) if (!parseUrl(text, base)) refused += 1;
      expect(refused).toBe(0);
    },
  );

  it.each(['', 'example.com', '/path', 'http://', 'http://[', 'https://a b/'])('refuses %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
