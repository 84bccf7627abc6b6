import { describe, expect, it } from 'vitest';
import { lookedAt, unwatched, type WatchState } from './watch-state.ts';

const HOUR = 3_600_000;

/** The changes found by checks an hour apart. Each character of `digests` is a digest. */
function changesOf(digests: string, hours = 1): string[] {
  let state: WatchState = unwatched;
  return [...digests].map((digest, index) => {
    const look = lookedAt(state, digest, index * hours * HOUR);
    // The caller stores the state as JSON between two checks.
    state = JSON.parse(JSON.stringify(look.state));
    return look.since === undefined ? look.change : `${look.change} ${look.since / HOUR}`;
  });
}

describe('lookedAt', () => {
  it.each([
    ['aaa', ['first 0', 'none', 'none']],
    ['aab', ['first 0', 'none', 'changed 2']],
    ['abc', ['first 0', 'changed 1', 'changed 2']],
    ['ababab', ['first 0', 'changed 1', 'alternating', 'none', 'none', 'none']],
    ['abaaaa', ['first 0', 'changed 1', 'alternating', 'none', 'changed 2', 'none']],
    ['ababbb', ['first 0', 'changed 1', 'alternating', 'none', 'none', 'none']],
    ['abacca', ['first 0', 'changed 1', 'alternating', 'none', 'none', 'none']],
    ['abacccc', ['first 0', 'changed 1', 'alternating', 'none', 'none', 'changed 3', 'none']],
  ])('%s: %j', (digests, changes) => {
    expect(changesOf(digests)).toEqual(changes);
  });

  it('takes a return after a day for a change', () => {
    expect(changesOf('aba', 24)).toEqual(['first 0', 'changed 24', 'changed 48']);
  });
});
