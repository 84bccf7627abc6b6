/**
 * Compares token buckets with their definition. In any period, a bucket grants at most `burst` tokens plus `perSecond`
 * tokens for each second.
 */
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
            // If exactly one token is left, the result depends on rounding, so this case is skipped.
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

it('forgets the client idle longest where there are more than 50,000', () => {
  const buckets = createBuckets({ perSecond: 1, burst: 1 }, () => 0);
  buckets.take('first');
  for (let client = 1; client < 50_000; client++) buckets.take(`${client}`);
  expect(buckets.take('first')).toBe(1);
  buckets.take('another');
  expect(buckets.take('1')).toBeUndefined();
  expect(buckets.take('first')).toBe(1);
});

it('runs on the clock of the process', () => {
  const buckets = createBuckets({ perSecond: 0.001, burst: 1 });
  expect(buckets.take('a')).toBeUndefined();
  expect(buckets.take('a')).toBe(1000);
});
