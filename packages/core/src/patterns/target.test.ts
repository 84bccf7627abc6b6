import { arbitraryTarget, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pathAndQuery, prepareTarget } from './target.ts';

/**
 * Whether Node.js 20 misparses the path: its URL parser leaves dot segments in paths such as "//.a/./" and "/.html/.".
 */
function isMisreadByNode20(target: string): boolean {
  const path = target.replace(/^[a-z]+:[/\\]+/i, '');
  return /[/\\]{2}(?:\.|%2e)/i.test(path) || DOTTED_NAME.test(path);
}

/** A segment that begins with a dot but is not a dot segment. */
const DOTTED_NAME = /[/\\](?:\.|%2e)(?:(?:\.|%2e)[^/\\?#]|(?!\.|%2e)[^/\\?#])/i;

describe('a target is read as a client would send it', () => {
  it.each([
    ['https://example.com', '/'],
    ['https://example.com?x', '/?x'],
    ['https://example.com/a?', '/a?'],
    ['https://example.com/a?#f', '/a?'],
    ['https://example.com#/a', '/'],
    ['https://example.com/a#b?c', '/a'],
    ['https://example.com/a/./b/../c', '/a/c'],
    ['https://example.com/a/%2e%2E/b', '/b'],
    ['https://example.com/a/..', '/'],
    ['https://example.com/a/.', '/a/'],
    ['https://example.com/../..//x', '//x'],
    ['https://example.com/a?b/../c', '/a?b/../c'],
    ['https://example.com\\a\\b?c\\d', '/a/b?c\\d'],
    ['https:example.com/a', '/a'],
    ['https:/\\/example.com/a', '/a'],
    ['  https://exa\tmple.com/a\nb  ', '/ab'],
    ['https://user:p%40ss@example.com:8080/a', '/a'],
    ['https://[::1]/a', '/a'],
    ['https://127.0.0.1/a', '/a'],
    ['https://exämple.com/a', '/a'],
    ['gemini://example.com/a/../b', '/b'],
    ['gemini://example.com', '/'],
    ['ftp://example.com/a', '/a'],
    ['file:///a/b', '/a/b'],
    ['file:/a/b', '/a/b'],
    ['foo:/a/b', '/a/b'],
    ['foo://example.com?a\\b', '/?a\\b'],
    ['HTTPS://example.com/a', '/a'],
    ['ws://example.com/a', '/a'],
    ['\u0000 https://example.com/a\u001f', '/a'],
    ['/a\u0000b', '/a\u0000b'],
    ['/a/%2E', '/a/'],
    ['/a/.%2e/', '/'],
    ['/a/...', '/a/...'],
    ['/a/..b', '/a/..b'],
    ['//x/y', '//x/y'],
    ['/a\\b', '/a/b'],
    ['/a/../b?c#d', '/b?c'],
    ['/.well-known/x', '/.well-known/x'],
    ['/...', '/...'],
  ])('%s → %s', (target, expected) => {
    expect(pathAndQuery(target)).toBe(expected);
  });

  it('once, if it is asked about again', () => {
    expect(prepareTarget('/a')).toBe(prepareTarget('/a'));
    expect(prepareTarget('/b')).not.toEqual(prepareTarget('/a'));
  });

  it('also from a URL object', () => {
    expect(pathAndQuery(new URL('https://example.com/a?b#c'))).toBe('/a?b');
  });

  it('resolves as the URL Standard does (differential)', () => {
    fc.assert(
      fc.property(arbitraryTarget, (target) => {
        fc.pre(!isMisreadByNode20(target.replace(/[\t\n\r]/g, '')));
        const { pathname, href } = new URL(target.startsWith('/') ? `http://h${target}` : target);
        const query = queryOf(href);
        const again = pathAndQuery(target);
        // The fragment keeps the parser from trimming the text before it.
        const sent = new URL(`http://h${again}#`);
        expect(sent.pathname).toBe(new URL(`http://h${pathname}#`).pathname);
        expect(queryOf(sent.href)).toBe(query.replaceAll("'", '%27'));
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('a URL parser', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is not asked about usual hosts', () => {
    const asked: string[] = [];
    vi.stubGlobal('URL', function ask(text: string) {
      asked.push(text);
    });
    for (const origin of ['http://example.com', 'https://A-1.example', 'https://127.0.0.1', 'https://h:8'])
      expect(pathAndQuery(`${origin}/a`)).toBe('/a');
    expect(asked).toEqual(['https://127.0.0.1/a', 'https://h:8/a']);
  });

  it.each([
    ['https://127.0.0.1/a', '/a'],
    ['gemini://example.com/a', '/a'],
    ['file:///a', '/a'],
    ['https://', undefined],
    ['gemini:', undefined],
    ['a', undefined],
  ])('where there is none, a host suffices: %s', (target, expected) => {
    vi.stubGlobal('URL', undefined);
    const ask = () => pathAndQuery(target);
    if (expected === undefined) expect(ask).toThrow(TypeError);
    else expect(ask()).toBe(expected);
  });
});

describe('what is not a target is refused, quoted', () => {
  it.each([
    '',
    'a',
    'example.com/a',
    '?x',
    '#',
    'mailto:a@example.com',
    'foo:a/',
    'file:a',
    '\u0000\t ',
    'data:text/plain,x',
    'http://',
    'https://exa mple.com/',
    'http://[::1',
    'http://1.2.3.400/',
    'javascript:alert(1)',
  ])('%j', (target) => {
    expect(() => pathAndQuery(target)).toThrow(TypeError);
    expect(() => pathAndQuery(target)).toThrow(JSON.stringify(target));
  });

  it.each([undefined, null, 7, {}])('%j', (target) => {
    expect(() => pathAndQuery(target as unknown as string)).toThrow(/expected an absolute URL/);
  });
});

/** The query of a URL, including its question mark, even if nothing follows it. */
function queryOf(href: string): string {
  return /^[^?#]*(\?[^#]*)/.exec(href)?.[1] ?? '';
}
