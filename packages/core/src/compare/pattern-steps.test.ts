import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget } from '../patterns/target.ts';
import { DEAD, PatternSteps } from './pattern-steps.ts';

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
});
