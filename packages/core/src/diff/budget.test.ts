import { describe, expect, it } from 'vitest';
import { diff } from './diff.ts';
import { proveSameVerdicts } from './prove-same-verdicts.ts';

describe('diff with a budget', () => {
  it('of nothing ends, and says so', () => {
    const [before, after] = ['User-agent: *\nDisallow: /a\n', 'User-agent: *\nDisallow: /b\n'];
    expect(diff(before, after, { budget: 0 })).toMatchObject({
      changesVerdicts: false,
      isComplete: false,
      severity: 'warning',
      crawlers: [{ crawlers: ['*'], undecided: [] }],
    });
    expect(proveSameVerdicts(before, after, { budget: 0 }).kind).toBe('undecided');
    expect(proveSameVerdicts(before, before, { budget: 0 }).kind).toBe('equal');
  });

  it.each([
    [{ budget: -1 }, RangeError],
    [{ budget: Number.NaN }, RangeError],
    [{ crawlers: 'a' }, TypeError],
  ])('refuses %j', (options, error) => {
    expect(() => diff('', '', options as object)).toThrow(error);
  });
});
