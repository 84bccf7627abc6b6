import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget } from '../patterns/target.ts';
import { DEAD, PatternSteps, stepsOf } from './pattern-steps.ts';

const encoder = new TextEncoder();

describe('PatternSteps', () => {
  const octets = fc.constantFrom('a', 'b', '/', '*', '$');
  const pattern = fc.array(octets, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
  const target = fc
    .array(fc.constantFrom('a', 'b', '/', '$'), { maxLength: 10 })
    .map((parts) => `/${parts.join('')}`);

  it('matches what the matcher matches, and is never farther from a match than it says', () => {
    fc.assert(
      fc.property(pattern, target, (patternText, targetText) => {
        const parsed = parsePattern(encoder.encode(patternText), 0, patternText.length);
        if (!parsed) return;
        const steps = new PatternSteps(parsed.folded, parsed.isAnchored);
        let state = 0;
        const distances = [steps.distance(state)];
        for (const octet of encoder.encode(targetText)) {
          state = steps.step(state, octet);
          distances.push(steps.distance(state));
        }
        const isMatch = state !== DEAD && steps.isMatch(state);
        expect(isMatch).toBe(matches(parsed, prepareTarget(targetText)));
        if (isMatch) {
          distances.forEach((distance, at) => {
            expect(distance).toBeLessThanOrEqual(targetText.length - at);
          });
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('names all octets that lead elsewhere', () => {
    fc.assert(
      fc.property(pattern, target, (patternText, targetText) => {
        const parsed = parsePattern(encoder.encode(patternText), 0, patternText.length);
        if (!parsed) return;
        const steps = new PatternSteps(parsed.folded, parsed.isAnchored);
        const state = encoder.encode(targetText).reduce((from, octet) => steps.step(from, octet), 0);
        const named = new Set<number>();
        steps.addOctets(state, named);
        const others = new Set(
          [0x21, 0x61, 0x62, 0x2f, 0x24, 0x7a]
            .filter((octet) => !named.has(octet))
            .map((octet) => steps.step(state, octet)),
        );
        expect(others.size).toBeLessThanOrEqual(1);
      }),
    );
  });

  const walk = (patternText: string, targetText: string) => {
    const parsed = parsePattern(encoder.encode(patternText), 0, patternText.length);
    if (!parsed) throw new Error(`${patternText} matches nothing`);
    const { folded: steps } = stepsOf(parsed);
    const state = steps.stepAll(0, [...encoder.encode(targetText)]);
    return { steps, state, isMatch: matches(parsed, prepareTarget(targetText)) };
  };

  it.each([
    ['/*ababc$', '/abababc'],
    ['/*aabaaac$', '/aabaabaaac'],
    ['/*abab$', '/ababab'],
    ['/*abab$', '/abababa'],
    ['/*ab*abab*c$', '/abababacc'],
    ['/a*', '/ab'],
    ['/a*$', '/ab'],
    ['/a$', '/ab'],
  ])('goes back no further than it must in %s for %s', (patternText, targetText) => {
    const { steps, state, isMatch } = walk(patternText, targetText);
    expect(state !== DEAD && steps.isMatch(state)).toBe(isMatch);
  });

  it.each([
    ['/a', '/a', true],
    ['/a', '/', false],
    ['/a', '/b', false],
    ['/a$', '/a', false],
    ['/a*$', '/a', true],
    ['/a*b$', '/ab', false],
    ['/a*b', '/ab', true],
  ])('knows of %s whether all that begins with %s matches', (patternText, targetText, expected) => {
    const { steps, state } = walk(patternText, targetText);
    expect(steps.staysMatch(state)).toBe(expected);
  });

  it.each([
    ['/ab*c', '/', 'a'],
    ['/ab*c', '/a', 'b'],
    ['/ab*c', '/ab', ''],
    ['/ab*c', '/b', ''],
    ['/ab', '/ab', ''],
    ['*a', '/', ''],
  ])('knows of %s which octet must follow %s', (patternText, targetText, expected) => {
    const { steps, state } = walk(patternText, targetText);
    expect(steps.onlyOctet(state)).toBe(expected === '' ? -1 : expected.charCodeAt(0));
  });

  it.each([
    ['/ab*c', '/a', ['b']],
    ['/ab*c', '/ab', ['c']],
    ['/a*bac', '/aba', ['c', 'b']],
    ['/a', '/b', []],
    ['/a', '/a', []],
  ])('names for %s after %s the octets that lead elsewhere', (patternText, targetText, expected) => {
    const { steps, state } = walk(patternText, targetText);
    const octets = new Set<number>();
    steps.addOctets(state, octets);
    expect([...octets].map((octet) => String.fromCharCode(octet))).toEqual(expected);
  });
});

describe('a pattern', () => {
  it.each([
    ['/a', false],
    ['/a*b', false],
    ['/a*B', true],
    ['/a*G', false],
    ['/a*f', false],
    ['/*F', true],
    ['/*0', true],
    ['/0F', false],
    ['/a*', false],
    ['/a,', true],
    ['/a*xx:', true],
    ['/%2F', true],
    ['/?/', false],
  ])('%s sees escapes or not', (patternText, expected) => {
    const parsed = parsePattern(encoder.encode(patternText), 0, patternText.length);
    expect(parsed && stepsOf(parsed).seesEscapes).toBe(expected);
  });

  it('has one kind of steps where its forms are equal, made once', () => {
    const [one, two] = ['/a', '/%2C'].map((text) => parsePattern(encoder.encode(text), 0, text.length));
    if (!one || !two) throw new Error('The patterns match nothing');
    expect(stepsOf(one).plain).toBe(stepsOf(one).folded);
    expect(stepsOf(two).plain).not.toBe(stepsOf(two).folded);
    expect(stepsOf(two)).toBe(stepsOf(two));
  });
});
