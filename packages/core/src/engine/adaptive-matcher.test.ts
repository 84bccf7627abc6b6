/** Tests that queries that are too costly for the scan get the same verdicts (RFC 9309 §2.2.2). */
import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { tokensOf } from '../rules/crawler.ts';
import { ExhaustiveScan } from '../rules/exhaustive-scan.ts';
import { selectRows } from '../rules/select.ts';
import { AdaptiveMatcher } from './adaptive-matcher.ts';

/** Only the first form of the second target reaches the stars of the second rule. */
const COSTLY = 'Disallow: /*a*a*b\nDisallow: /!*a*a*b\n'.repeat(20);

/** The second target has two different forms. */
describe.each([`/${'a'.repeat(8_000)}`, `/%21${'a'.repeat(8_000)}`])(
  'a query that takes many steps',
  (target) => {
    it.each([
      ['Disallow: /*a\n', false, 'rule'],
      ['Allow: /*a\nDisallow: /\n', true, 'rule'],
      ['', true, 'no-rule-matched'],
    ])('is answered with rules after %j', (last, allowed, because) => {
      const source = parse(`User-agent: *\n${COSTLY}${last}`);
      const selection = selectRows(source, tokensOf('FooBot'));
      for (const matcher of [
        new AdaptiveMatcher({ source, selection }),
        new ExhaustiveScan(source, selection),
      ]) {
        expect(matcher.allows(target)).toBe(allowed);
        expect(matcher.judge(target)).toMatchObject({ allowed, because });
        expect(matcher.explain(target)).toMatchObject({ allowed, because });
      }
    });
  },
);
