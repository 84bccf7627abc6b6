/** Tests that the writer's output equals the output of `JSON.stringify`. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerWriter } from './answer-text.ts';

/** Generates only a few values, so that answers resemble each other. */
const rules = [{ line: 1 }, { line: 2 }, { line: 2 }];
const rule = fc.constantFrom(...rules);
const verdict = fc.record(
  {
    because: fc.constantFrom('rule', 'no-group', undefined),
    note: fc.constantFrom('a', null),
    rule,
    candidates: fc.oneof(fc.array(rule, { maxLength: 2 }), fc.constant({ 0: rules[0] })),
  },
  { requiredKeys: [] },
);
const answer = fc.oneof(
  fc.record(
    { url: fc.constantFrom('/a', '/"', '/\ud800'), allowed: fc.boolean(), verdict, error: rule },
    { requiredKeys: ['url'] },
  ),
  fc.record({ allowed: fc.boolean(), url: fc.constantFrom('/a', '/b') }),
) as fc.Arbitrary<{ url: string }>;

describe('the writer of answers', () => {
  it('writes what JSON.stringify writes, whatever was written before', () => {
    fc.assert(
      fc.property(fc.array(fc.array(answer, { minLength: 1, maxLength: 2 })), (urls) => {
        const write = answerWriter();
        for (const crawlers of urls)
          expect(crawlers.map(write)).toEqual(crawlers.map((one) => JSON.stringify(one)));
      }),
      { numRuns: runs(5000, 60) },
    );
  });
});
