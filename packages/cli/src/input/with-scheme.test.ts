import { describe, expect, it } from 'vitest';
import { withScheme } from './with-scheme.ts';

describe('withScheme', () => {
  it.each([
    ['127.0.0.1:18081', 'http://127.0.0.1:18081/'],
    ['[::1]:80/a', 'http://[::1]/a'],
    ['localhost/a', 'http://localhost/a'],
    ['localhost:8080', 'http://localhost:8080/'],
    ['example.com', 'https://example.com/'],
    ['example.com/a?b', 'https://example.com/a?b'],
    ['example.com:443/', 'https://example.com/'],
    ['example.com:8080', 'http://example.com:8080/'],
    ['https://example.com', 'https://example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['/a', '/a'],
    ['a', 'a'],
    ['1.2.3.4.5', '1.2.3.4.5'],
    ['a b.c', 'a b.c'],
  ])('%s: %s', (text, url) => {
    expect(withScheme(text)).toBe(url);
  });
});
