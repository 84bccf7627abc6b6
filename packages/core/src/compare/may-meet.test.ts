import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetsUpTo } from '../../test/oracle/small-targets.ts';
import { matches } from '../patterns/match.ts';
import { type Pattern, parsePattern } from '../patterns/pattern.ts';
import { prepareTarget } from '../patterns/target.ts';
import { mayMeet } from './may-meet.ts';

const encoder = new TextEncoder();
const patternOf = (text: string): Pattern => {
  const octets = encoder.encode(text);
  return parsePattern(octets, 0, octets.length) as Pattern;
};

describe('two patterns', () => {
  it.each([
    ['/a', '/b'],
    ['/a*', '/b*a'],
    ['/ab', '/aa$'],
    ['/a$', '/ab'],
    ['/a$', '/ab*'],
    ['/*a$', '/*b$'],
    ['/*ab$', '/*bb$'],
    ['/a*ca$', '/a*a$', true],
    ['/a$', '/a*', true],
    ['/a*b', '/ab', true],
    ['/a*b$', '/a', true],
    ['/a*b', '/*c$', true],
    ['/*aC$', '/*,$', true],
    ['/%2F', '/b', true],
    ['/%2*x', '/,x', true],
    ['/%61', '/b'],
    ['/%2C', '/b'],
  ])('%s and %s meet or not', (a, b, expected = false) => {
    expect(mayMeet(patternOf(a), patternOf(b))).toBe(expected);
    expect(mayMeet(patternOf(b), patternOf(a))).toBe(expected);
  });

  const part = fc.constantFrom('a', 'b', '*', '$', '%2C', ',', 'C', '2C');
  const pattern = fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('')}`);
  const targets = targetsUpTo(3, ['a', 'b', 'C', ',', '%2C', '$']).map((target) => prepareTarget(target));

  it('meet if one target matches both', () => {
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const [one, other] = [patternOf(a), patternOf(b)];
        const shared = targets.some((target) => matches(one, target) && matches(other, target));
        expect(shared && !mayMeet(one, other)).toBe(false);
      }),
      { numRuns: runs(2_000, 30) },
    );
  });
});
