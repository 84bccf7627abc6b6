import { describe, expect, it } from 'vitest';
import { differences } from './differences.js';

const run = (states: Record<string, string>): Map<string, { state: string; error: string }> =>
  new Map(
    Object.entries(states).map(([name, state]) => [
      name,
      { state, error: state === 'failed' ? `Error: ${name}\n    at` : '' },
    ]),
  );

describe('differences', () => {
  it('are none where every run is the same', () => {
    const runs = [run({ a: 'passed', b: 'skipped' }), run({ a: 'passed', b: 'skipped' })];
    expect(differences(runs)).toEqual({ changing: [], failing: [] });
  });

  it('name what changed, in which runs, and its first error', () => {
    const runs = [run({ a: 'passed' }), run({ a: 'failed' }), run({ a: 'passed' })];
    expect(differences(runs).changing).toEqual(['CHANGES  a: 2 passed, 1 failed (run 2)\n         Error: a']);
  });

  it('count a test that was missing from a run', () => {
    expect(differences([run({ a: 'passed', b: 'passed' }), run({ b: 'passed' })]).changing).toEqual([
      'CHANGES  a: 1 passed, 1 absent (run 2)',
    ]);
  });

  it('distinguish what fails every time', () => {
    expect(differences([run({ a: 'failed' }), run({ a: 'failed' })])).toEqual({
      changing: [],
      failing: ['FAILS    a\n         Error: a'],
    });
  });
});
