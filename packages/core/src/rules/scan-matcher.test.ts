/** Tests that a scan passes costly queries, and only those, to another matcher. */
import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { tokensOf } from './crawler.ts';
import type { Matcher } from './matcher.ts';
import { ScanMatcher } from './scan-matcher.ts';
import { selectRows } from './select.ts';

/** Only the folded form of the second target reaches the stars of the second rule. */
const COSTLY = 'Disallow: /*a*a*b\nDisallow: /!*a*a*b\n'.repeat(20);

function scanOf(rules: string, beyondBudget: () => Matcher): ScanMatcher {
  const source = parse(`User-agent: *\n${rules}`);
  return new ScanMatcher(source, selectRows(source, tokensOf('FooBot')), beyondBudget);
}

/** The second target has two different forms. */
const TARGETS = [`/${'a'.repeat(8_000)}`, `/%21${'a'.repeat(8_000)}`];

describe.each(TARGETS)('a question that takes many steps', (target) => {
  it('is passed on, and no other is', () => {
    const asked: string[] = [];
    const note = (method: string) => () => {
      asked.push(method);
      return undefined as never;
    };
    const other: Matcher = { allows: note('allows'), judge: note('judge'), explain: note('explain') };
    const scan = scanOf(`${COSTLY}Disallow: /*a\n`, () => other);
    const twoForms = scanOf('Disallow: /!*a*a*b\n'.repeat(40), () => other);
    if (target.includes('%')) expect(twoForms.allows(target)).toBeUndefined();
    asked.length = 0;
    for (const method of ['allows', 'judge', 'explain'] as const) {
      scan[method]('/b');
      scan[method]('/%21');
      scan[method](target);
    }
    expect(asked).toEqual(['allows', 'judge', 'explain']);
  });
});
