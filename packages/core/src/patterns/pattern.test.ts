/** Tests the pattern of a rule (RFC 9309 §2.2.2, §2.2.3). */
import { describe, expect, it } from 'vitest';
import { areSameOctets } from '../bytes/same-octets.ts';
import { isMatchable, parsePattern, patternText } from './pattern.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string) {
  const octets = octetsOf(`/${text}*`);
  return parsePattern(octets, 1, octets.length - 1);
}

describe('parsePattern', () => {
  it.each([
    ['/', '/', 1],
    ['/$', '/$', 2],
    ['/*', '/*', 2],
    ['*', '*', 1],
    ['**$', '**$', 3],
    ['/a$b', '/a$b', 4],
    ['/%61*é', '/a*%C3%A9', 9],
    ['/%21', '/%21', 2],
    ['/?*%3F', '/?*%3F', 4],
    ['/a\tb', '/a%09b', 6],
  ])('%j is shown as %s, and has %i octets as compared', (text, shown, octets) => {
    const pattern = read(text);
    expect(pattern && [patternText(pattern), pattern.octets]).toEqual([shown, octets]);
  });

  it.each(['', 'a', '$', '%2F', 'é/', '/\u0000', '/a\u001f'])('%j matches nothing', (text) => {
    expect(read(text)).toBeUndefined();
    expect(isMatchable(octetsOf(text), 0, octetsOf(text).length)).toBe(false);
  });

  it('has one array where its forms are equal', () => {
    const [same, other] = [read('/a*b'), read('/*%21')];
    expect(same?.plain).toBe(same?.folded);
    expect(other?.plain).not.toEqual(other?.folded);
  });
});

it.each([
  ['', '', true],
  ['ab', 'ab', true],
  ['ab', 'ac', false],
  ['ab', 'abc', false],
  ['abc', 'ab', false],
])('%j and %j are the same octets: %s', (a, b, areSame) => {
  expect(areSameOctets(octetsOf(a), octetsOf(b))).toBe(areSame);
});
