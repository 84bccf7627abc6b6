/**
 * Tests which patterns are matched as written, without normalizing, and in how many steps. Octets before the first
 * special octet take no step.
 */
import { describe, expect, it } from 'vitest';
import { DIFFERS, MATCHES, RawMatcher, UNSETTLED } from './raw-match.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function match(pattern: string, target: string, steps = 100): readonly [answer: number, steps: number] {
  // The array still contains octets of an earlier, longer target.
  const octets = octetsOf(`${target}$a*b%41`);
  const matcher = new RawMatcher(octets, octetsOf(target).length, steps);
  // Other octets of the file follow the pattern.
  const answer = matcher.match(octetsOf(`${pattern} # $*`), 0, octetsOf(pattern).length);
  return [answer, steps - matcher.stepsLeft];
}

describe('a pattern as written', () => {
  it.each([
    ['/', '/a', MATCHES, 0],
    ['/abc', '/abcd', MATCHES, 0],
    ['/abc', '/abd', DIFFERS, 0],
    ['/abc', '/ab', DIFFERS, 1],
    ['/a%62', '/ac', DIFFERS, 0],
    ['/a%62', '/ab', UNSETTLED, 1],
    ['/a%62', '/a%62', UNSETTLED, 1],
    ['/a%', '/a%', UNSETTLED, 1],
    ['/é', '/%C3%A9', UNSETTLED, 1],
    ['/é', '/a', DIFFERS, 0],
    ['/a b', '/a%20b', UNSETTLED, 1],
    ['/a b', '/ab', DIFFERS, 0],
    ['/ab', '/a%62', DIFFERS, 0],
    ['/a$', '/a', MATCHES, 1],
    ['/a$', '/ab', DIFFERS, 0],
    ['/a$', '/a$', DIFFERS, 1],
    ['/a$b', '/a$b', MATCHES, 3],
    ['/a$b', '/ab', DIFFERS, 0],
    ['/a$b', '/a', DIFFERS, 1],
    ['/(a', '/(ab', MATCHES, 3],
    ['/a*', '/a', MATCHES, 2],
    ['/a*', '/b', DIFFERS, 0],
    ['/*$', '/a', MATCHES, 3],
    ['/*b', '/aab', MATCHES, 5],
    ['/*b', '/aaa', DIFFERS, 5],
    ['/*b$', '/bab', MATCHES, 6],
    ['/*ab*c', '/aabxc', MATCHES, 9],
    ['/*%62', '/b', UNSETTLED, 2],
    ['*', '/', MATCHES, 2],
  ])('%j for %s: answer %i in %i steps', (pattern, target, answer, steps) => {
    expect(match(pattern, target)).toEqual([answer, steps]);
    expect(match(pattern, target, steps)).toEqual([answer, steps]);
  });

  it('is unsettled where the steps do not suffice, which are then below 0', () => {
    expect(match('/*b', '/aab', 4)).toEqual([MATCHES, 5]);
    expect(match('/*b', '/aab', 3)).toEqual([UNSETTLED, 4]);
  });
});
