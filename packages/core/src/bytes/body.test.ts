/** Tests which octets of a body are read: byte order marks, UTF-16, and the size limit (RFC 9309 §2.5). */
import { describe, expect, it } from 'vitest';
import { byteOrderMarkLength, toOctets } from './body.ts';

const ENCODINGS = ['utf-16le', 'utf-16be'] as const;
const textOf = (octets: Uint8Array) => Buffer.from(octets).toString();

function utf16(text: string, encoding: (typeof ENCODINGS)[number]): Buffer {
  const octets = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16le' ? octets : octets.swap16();
}

describe('a byte order mark', () => {
  it.each([
    [[0xef, 0xbb, 0xbf], 3],
    [[0xef, 0xbb, 0xbf, 0x61], 3],
    [[0xef, 0xbb], 0],
    [[0xef, 0xbb, 0xbe], 0],
    [[0xef, 0xba, 0xbf], 0],
    [[0xee, 0xbb, 0xbf], 0],
    [[], 0],
  ])('%j: %i octets', (octets, length) => {
    expect(byteOrderMarkLength(Uint8Array.from(octets))).toBe(length);
  });

  it.each([
    [[0xff, 0xfe], 'utf-16le'],
    [[0xfe, 0xff], 'utf-16be'],
    [[0xfe, 0xfe], 'utf-8'],
    [[0xff, 0xff], 'utf-8'],
    [[0xff], 'utf-8'],
    [[0xfe], 'utf-8'],
    [[0x61, 0xff], 'utf-8'],
  ])('%j: %s', (octets, encoding) => {
    expect(toOctets(Uint8Array.from(octets), 99).encoding).toBe(encoding);
  });
});

describe.each(ENCODINGS)('%s', (encoding) => {
  it('is converted, half a unit at the end is dropped', () => {
    const text = 'Disallow: /\u00e9\u4e2d\ud83d\ude00\n';
    const whole = Buffer.concat([utf16(text, encoding), Buffer.from([0x0a])]);
    expect(textOf(toOctets(whole, 999).octets)).toBe(text);
    expect(toOctets(whole, 999, false).octets).toBe(whole);
  });

  it('is converted in parts of 4,096 units', () => {
    for (const length of [4095, 4096, 4097, 10_000]) {
      const text = 'abcdefg'.repeat(2000).slice(0, length);
      expect(textOf(toOctets(utf16(text, encoding), 99_999).octets)).toBe(text);
    }
  });

  it('is repaired by a reader that does so, who learns of half a unit', () => {
    const whole = utf16('ab', encoding);
    const repair = (text: string, endsWithinUnit: boolean) => `${text}${endsWithinUnit}`;
    expect(textOf(toOctets(whole, 99, repair).octets)).toBe('abfalse');
    expect(textOf(toOctets(Buffer.concat([whole, Buffer.from('x')]), 99, repair).octets)).toBe('abtrue');
  });

  it.each([
    ['ab\ncd\n', 8, 'ab\n'],
    ['ab\ncd\n', 6, 'ab'],
    ['ab\ncd\n', 7, ''],
    ['ab\rcd\n', 6, 'ab'],
    ['ab\ncd\n', 12, 'ab\ncd'],
    ['a\u0a00\u0a0a', 4, ''],
  ])('%j, %i octets: %j', (text, maxBytes, read) => {
    const { octets, isTruncated } = toOctets(utf16(text, encoding), maxBytes);
    expect([textOf(octets), isTruncated]).toEqual([read, true]);
  });
});

it.each([
  ['ab\ncd\n', 5, 'ab\ncd', true],
  ['ab\ncd\r', 5, 'ab\ncd', true],
  ['ab\ncd\n', 6, 'ab\ncd\n', false],
  ['ab\ncd', 3, 'ab\n', true],
  ['ab\ncd', 2, 'ab', true],
  ['ab\ncd', 1, '', true],
  ['abcd', 2, '', true],
])('%j, %i octets: %j', (text, maxBytes, read, isTruncated) => {
  expect(toOctets(text, maxBytes)).toMatchObject({ isTruncated, encoding: 'utf-8' });
  expect(textOf(toOctets(Buffer.from(text), maxBytes).octets)).toBe(read);
});

it.each([undefined, null, 7, [], new DataView(new ArrayBuffer(1))])('%j is refused', (body) => {
  expect(() => toOctets(body as unknown as string, 1)).toThrow(/^Cannot read the body: expected/);
});
