/** Tests that URLs are split and joined as `urlparse` and `urlunparse` of CPython 3.11.7 do it. */
import { expect, it } from 'vitest';
import { joinUrl, splitUrl } from './python-url.ts';

type Parts = readonly string[];
/** Scheme, host, path, parameters, query and fragment; `undefined` if Python raises a ValueError. */
const URLS: readonly (readonly [url: string, parts: Parts | undefined, joined: string | undefined])[] = [
  ['', ['', '', '', '', '', ''], ''],
  ['/a', ['', '', '/a', '', '', ''], '/a'],
  ['a', ['', '', 'a', '', '', ''], 'a'],
  ['//a/b', ['', 'a', '/b', '', '', ''], '//a/b'],
  ['//a', ['', 'a', '', '', '', ''], '//a'],
  ['//a?b', ['', 'a', '', '', 'b', ''], '//a?b'],
  ['//a#b', ['', 'a', '', '', '', 'b'], '//a#b'],
  ['///a', ['', '', '/a', '', '', ''], '/a'],
  ['http://a/b;c?d#e', ['http', 'a', '/b', 'c', 'd', 'e'], 'http://a/b;c?d#e'],
  ['http://a/b;c/d;e', ['http', 'a', '/b;c/d', 'e', '', ''], 'http://a/b;c/d;e'],
  ['http:a/b', ['http', '', 'a/b', '', '', ''], 'http:///a/b'],
  ['http:/a', ['http', '', '/a', '', '', ''], 'http:///a'],
  ['HTTP://a', ['http', 'a', '', '', '', ''], 'http://a'],
  ['x-y:/a;b', ['x-y', '', '/a;b', '', '', ''], 'x-y:/a;b'],
  ['x:/a', ['x', '', '/a', '', '', ''], 'x:/a'],
  ['1x:/a', ['', '', '1x:/a', '', '', ''], '1x:/a'],
  ['é:/a', ['', '', 'é:/a', '', '', ''], 'é:/a'],
  ['/a;b', ['', '', '/a', 'b', '', ''], '/a;b'],
  ['/a;', ['', '', '/a', '', '', ''], '/a'],
  ['/a;b/c', ['', '', '/a;b/c', '', '', ''], '/a;b/c'],
  ['/a?', ['', '', '/a', '', '', ''], '/a'],
  ['/a#', ['', '', '/a', '', '', ''], '/a'],
  ['/a?b?c#d?e', ['', '', '/a', '', 'b?c', 'd?e'], '/a?b?c#d?e'],
  ['?a', ['', '', '', '', 'a', ''], '?a'],
  ['#a', ['', '', '', '', '', 'a'], '#a'],
  [';a', ['', '', '', 'a', '', ''], ';a'],
  ['http://[::1]/a', ['http', '[::1]', '/a', '', '', ''], 'http://[::1]/a'],
  ['http://[::1', undefined, undefined],
  ['http://a]/', undefined, undefined],
  ['http://[x]/', undefined, undefined],
  ['http://[v1.x]/', ['http', '[v1.x]', '/', '', '', ''], 'http://[v1.x]/'],
  ['http://[vx.y]/', undefined, undefined],
  ['http://[::1%25a]/', ['http', '[::1%25a]', '/', '', '', ''], 'http://[::1%25a]/'],
  ['http://[::1]x/a', ['http', '[::1]x', '/a', '', '', ''], 'http://[::1]x/a'],
  ['http://x[::1]/', ['http', 'x[::1]', '/', '', '', ''], 'http://x[::1]/'],
  ['http://a\u2100b/', undefined, undefined],
  ['http://a\uff03b/', undefined, undefined],
  [' \u0001/a', ['', '', '/a', '', '', ''], '/a'],
  ['/a\tb\nc\rd', ['', '', '/abcd', '', '', ''], '/abcd'],
  ['mailto:a;b', ['mailto', '', 'a;b', '', '', ''], 'mailto:a;b'],
  ['sip:a;b', ['sip', '', 'a', 'b', '', ''], 'sip:a;b'],
  ['http://u@[::1]:80/a', ['http', 'u@[::1]:80', '/a', '', '', ''], 'http://u@[::1]:80/a'],
  ['http://[::1]:x/a', ['http', '[::1]:x', '/a', '', '', ''], 'http://[::1]:x/a'],
  ['file:a', ['file', '', 'a', '', '', ''], 'file:///a'],
  ['svn+ssh:a', ['svn+ssh', '', 'a', '', '', ''], 'svn+ssh:///a'],
  ['http:', ['http', '', '', '', '', ''], 'http://'],
  ['//', ['', '', '', '', '', ''], ''],
];

it.each(URLS)('%j: %j', (url, parts, joined) => {
  const found = splitUrl(url, true);
  const { scheme, netloc, path, params, query = '', fragment = '' } = found ?? {};
  expect(found && [scheme, netloc, path, params, query, fragment]).toEqual(parts);
  expect(found && joinUrl(found)).toBe(joined);
});
