import { describe, expect, it } from 'vitest';
import { suggestedUrl } from './suggested-url.ts';

describe('suggestedUrl', () => {
  it.each([
    ['127.0.0.1:18081', 'http://127.0.0.1:18081/'],
    ['[::1]:80/a', 'http://[::1]/a'],
    ['localhost/a', 'http://localhost/a'],
    ['example.com', 'https://example.com/'],
    ['example.com/a?b', 'https://example.com/a?b'],
    ['example.com:443/', 'https://example.com/'],
    ['example.com:8080', 'http://example.com:8080/'],
    ['/a', 'EXAMPLE'],
    ['a', 'EXAMPLE'],
    ['1.2.3.4.5', 'EXAMPLE'],
    ['a b.c', 'EXAMPLE'],
  ])('%s: %s', (text, url) => {
    expect(suggestedUrl(text, 'EXAMPLE')).toBe(url);
  });
});
