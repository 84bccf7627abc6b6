/** Tests the listed validation errors, and the number of omitted ones. */
import { describe, expect, it } from 'vitest';
import { aiAccessInput } from '../ai-access/schema.ts';
import { evaluateInput } from '../evaluate/schema.ts';
import { greatestLimits } from '../limits.ts';
import { questionIn } from './faults.ts';

const asked = (question: object) => questionIn(evaluateInput(greatestLimits), { urls: ['/'], ...question });

describe('questionIn', () => {
  it.each([
    [1, undefined],
    [10, undefined],
    [11, 1],
    [5000, 4990],
  ])('says of %s invalid places how many are not listed', (count, omitted) => {
    const read = asked({ robots: '', urls: Array(count).fill(1) });
    expect(read).toMatchObject({ faults: expect.any(Array) });
    if ('faults' in read)
      expect([read.faults.length, read.faultsOmitted]).toEqual([Math.min(count, 10), omitted]);
  });

  it('says in words what a text has to look like', () => {
    const target = (given: string) =>
      questionIn(aiAccessInput(greatestLimits), { robots: '', target: given });
    const expected = { faults: [{ path: 'target', message: 'Expected a path that begins with "/"' }] };
    for (const given of ['x', '', 'https://a.example/']) expect(target(given)).toEqual(expected);
    expect(target('/x')).toHaveProperty('question');
  });

  it('counts unknown members one by one', () => {
    const members = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`no${at}`, 1]));
    expect(asked({ robots: '', ...members })).toMatchObject({ faultsOmitted: 4 });
  });

  it('marks a path that is cut, at no half of a character', () => {
    const read = asked({ robots: '', [`a${'\u{1f916}'.repeat(150)}`]: 1 });
    const [{ path = '' } = {}] = 'faults' in read ? read.faults : [];
    expect(path).toMatch(/^a(?:\u{1f916})+…$/u);
    expect(path.length).toBeLessThanOrEqual(200);
  });
});
