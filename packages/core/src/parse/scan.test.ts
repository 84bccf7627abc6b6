/** Tests how the scanner reads single lines (RFC 9309 §2.2). */
import { describe, expect, it } from 'vitest';
import { lineOf, lineStarts } from './line-of.ts';
import { ROW, valueEndAt } from './line-table.ts';
import { parse } from './parse.ts';
import { isStar, isToken } from './product-token.ts';
import { columnOf } from './records.ts';

const kindsOf = (text: string | Uint8Array) => parse(text).records.map(({ kind }) => kind);

describe('the name of a record', () => {
  it.each([
    ['Allow: /abcdef', ['allow']],
    ['aLLOW:/abcdef', ['allow']],
    ['Allow : /abcde', ['allow']],
    ['Allow /abcdefg', []],
    ['Allowed: /abcd', ['other']],
    ['Disallow: /abc', ['disallow']],
    ['dISALLOW:/abcd', ['disallow']],
    ['Disallow\t: /ab', ['disallow']],
    ['Disallow /abcd', []],
    ['Disallows: /ab', ['other']],
    ['User-agent: abc', ['user-agent']],
    ['USER-AGENT:abcd', ['user-agent']],
    ['User-agent\t: ab', ['user-agent']],
    ['User-agent abcd', []],
    ['User-agents: abc', ['other']],
    ['\t Allow: /abcd', ['allow']],
    ['# Allow: /abcd', []],
    ['Al#low: /abcde', []],
    ['a', []],
    [':', ['other']],
    ['Allow:', ['allow']],
    ['Disallow:', ['disallow']],
    ['User-agent:', ['user-agent']],
    ['\ufeffAllow: /abcd', ['allow']],
    ['Allow: /a\nAllow: /b\r\nDisallow: /c\rSitemap: d', ['allow', 'allow', 'disallow', 'sitemap']],
    ['\n\n \t\r\n\rAllow: /a', ['allow']],
    ['User\n-agent: abc', ['other']],
    ['User-\ragent: abc', ['other']],
  ])('of %j is known or not', (text, expected) => {
    expect(kindsOf(text)).toEqual(expected);
  });

  it.each([
    ['allow', 'Allow: /abcdef'],
    ['disallow', 'Disallow: /abc'],
    ['user-agent', 'User-agent: abc'],
  ])('%s is known in both letter cases, and with no other octet in it', (kind, line) => {
    const separators = new Set([...' \t\r\n:#'].map((octet) => octet.charCodeAt(0)));
    for (let at = 0; at < kind.length; at++) {
      for (let octet = 1; octet < 0x100; octet++) {
        if (separators.has(octet)) continue;
        const octets = Buffer.from(`${line}\n`);
        const isSame = String.fromCharCode(octet).toLowerCase() === kind[at] && octet < 0x80;
        octets[at] = octet;
        expect([at, octet, kindsOf(octets)]).toEqual([at, octet, isSame ? [kind] : ['other']]);
      }
    }
  });
});

describe('lines', () => {
  it.each([
    ['', [0]],
    ['a', [0]],
    ['a\nb\r\nc\rd', [0, 2, 5, 7]],
    ['\n\r\r\n', [0, 1, 2, 4]],
    ['\r', [0, 1]],
  ])('of %j begin behind LF, CR LF and CR', (text, expected) => {
    const starts = lineStarts(Buffer.from(text));
    expect(starts).toEqual(expected);
    for (let offset = 0; offset <= text.length; offset++) {
      expect(lineOf(starts, offset)).toBe(starts.filter((start) => start <= offset).length);
    }
  });

  it('are counted as records have them', () => {
    const text = 'User-agent: *\r\n\r\nAllow: /a\rDisallow: /b\n\n\nSitemap: /c';
    const { octets, records } = parse(text);
    const starts = lineStarts(octets);
    expect(records.map(({ span }) => lineOf(starts, span.start))).toEqual(records.map(({ line }) => line));
    expect(records.map(({ line, column }) => [line, column])).toEqual([
      [1, 1],
      [3, 1],
      [4, 1],
      [7, 1],
    ]);
  });

  it('have columns in characters, in whatever order they are asked for', () => {
    const { records } = parse('  User-agent: é\n\tAllow: /a\r\n Disallow: /b');
    const columns = records.map(({ column }) => column);
    expect(columns).toEqual([3, 2, 2]);
    const again = parse('  User-agent: é\n\tAllow: /a\r\n Disallow: /b').records;
    expect([...again].reverse().map(({ column }) => column)).toEqual([2, 2, 3]);
  });
});

describe('the column of an offset', () => {
  it('is the same in whatever order offsets are asked for', () => {
    const octets = Buffer.from('\ufeffab\n c\r\nd');
    const columns = [1, 2, 3, 1, 2, 3, 1, 1];
    const offsets = [3, 4, 5, 6, 7, 8, 10];
    const orders = [offsets, [...offsets].reverse(), [8, 3, 10, 4, 7, 6, 5]];
    for (const order of orders) {
      const fresh = octets.subarray();
      const found = order.map((offset) => [offset, columnOf(fresh, offset)]);
      expect(found.sort(([a = 0], [b = 0]) => a - b)).toEqual(
        offsets.map((offset, index) => [offset, columns[index]]),
      );
    }
  });
});

it.each(['# comment', 'no colon', 'Allow: /a # b', 'Allow: /a'])(
  'the last line ends with the file: %s',
  (text) => {
    for (const end of ['', '\n', '\r\n']) {
      const { lines } = parse(text + end);
      expect(valueEndAt(lines, 0)).toBe(text.replace(' # b', '').length);
    }
  },
);

describe('tables of lines', () => {
  it('keep their rows, however many documents follow', () => {
    const texts = Array.from({ length: 300 }, (_, index) => 'Allow: /a\n'.repeat(1 + (index % 150)));
    const documents = texts.map((text) => parse(text));
    const kept = documents.map(({ lines, octets }) => [
      lines.length / ROW,
      valueEndAt(lines, 0),
      octets.length,
    ]);
    expect(kept).toEqual(texts.map((text) => [text.length / 10, 9, text.length]));
  });
});

describe('a user-agent record names a product token whole (RFC 9309 §2.2.1)', () => {
  const names = (value: string, token: string) => {
    const octets = Buffer.from(`${value}#bar `);
    return isToken(octets, 0, value.length, Buffer.from(token));
  };
  it.each([
    ['foo', 'foo', true],
    ['FOO', 'foo', true],
    ['foobot', 'foo', false],
    ['fo', 'foo', false],
    ['foo', 'foo#bar', false],
    ['foo/1.0', 'foo', true],
    ['foo*', 'foo', true],
    ['foo, bar', 'foo', true],
    ['foo; bar', 'foo', true],
    ['foo(bar)', 'foo', true],
    ['foo bar', 'foo', true],
    ['foo\tbar', 'foo', true],
    ['foo.bar', 'foo', false],
    ['*/1', '*', false],
    ['*', '*', false],
  ])('%j names %s: %s', (value, token, isNamed) => {
    expect(names(value, token)).toBe(isNamed);
  });

  it.each([
    ['*', true],
    ['* x', true],
    ['*\tx', true],
    ['*x', false],
    ['*/1', false],
    ['', false],
    ['x', false],
  ])('%j is everybody: %s', (value, isEverybody) => {
    expect(isStar(Buffer.from(`${value}* `), 0, value.length)).toBe(isEverybody);
  });
});

describe('groups', () => {
  it('have tokens, rules and other records', () => {
    const text =
      'Allow: /0\nUser-agent: Foo/1\nUser-agent: * x\nUser-agent: /\nCrawl-delay: 1\nAllow: /1\nDisallow: /2\n';
    const [group, ...more] = parse(text).groups;
    expect(more).toEqual([]);
    expect(group?.productTokens).toEqual(['Foo', '*', '']);
    const lines = [group?.userAgents, group?.rules, group?.others].map((list) =>
      list?.map(({ line }) => line),
    );
    expect(lines).toEqual([[2, 3, 4], [6, 7], [5]]);
  });
});
