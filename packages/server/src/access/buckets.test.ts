/** Token buckets compared with their definition: never more than the burst, plus the rate per second. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuckets } from './buckets.ts';

describe('a bucket', () => {
  it('has what its definition says after any takings, spendings and waits', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 5000 }),
      spend: fc.integer({ min: 0, max: 4 }),
      client: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(step, { maxLength: 30 }),
        (perSecond, burst, steps) => {
          let now = 1000;
          const buckets = createBuckets({ perSecond, burst }, () => now);
          const tokens = new Map([
            ['a', burst],
            ['b', burst],
          ]);
          for (const { waitMs, spend, client } of steps) {
            now += waitMs;
            for (const [name, left] of tokens)
              tokens.set(name, Math.min(burst, left + (waitMs / 1000) * perSecond));
            const left = tokens.get(client) as number;
            // Exactly one token is a matter of rounding.
            if (Math.abs(left - 1) < 1e-6) continue;
            const seconds = left >= 1 ? undefined : Math.max(1, Math.ceil((1 - left) / perSecond));
            expect(buckets.wait(client)).toBe(seconds);
            expect(buckets.take(client)).toBe(seconds);
            if (seconds === undefined) tokens.set(client, left - 1);
            buckets.spend(client, spend);
            tokens.set(client, (tokens.get(client) as number) - spend);
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
