/**
 * docs/fleet.md: all processes together keep one Crawl-delay, however many processes reserve an instant at the same
 * time.
 */
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from './fixtures.ts';
import { expectSpaced, reserveStores, reserveTogether } from './reserve.ts';

beforeAll(buildOnce);
afterEach(cleanUp);

describe.each(reserveStores)('reserve among processes on $title', (store) => {
  it(
    '2 processes, of 40 reservers and of 2 with 20 each: every gap is at least the delay',
    store.needs,
    async () => {
      const instants = await reserveTogether(store, [{ reservers: 40 }, { reservers: 2, each: 20 }]);
      expect(instants).toHaveLength(80);
      expectSpaced(instants);
    },
  );

  it('a process whose clock is 10 minutes ahead pushes nobody into the future', store.needs, async () => {
    const tasks = [{ reservers: 10 }, { reservers: 10, clockOffsetMs: 600_000 }];
    const begun = Date.now();
    const instants = await reserveTogether(store, tasks);
    expect(instants).toHaveLength(20);
    expect(instants.at(-1)! - begun).toBeLessThan(19 * 10_000 + 60_000);
    // The estimate of the other clock is only as precise as the store's response is fast, so a gap may be up to 1 s too
    // short.
    expectSpaced(instants, 1000);
  });

  it('4 processes of 500 reservers: every gap is at least the delay, the line no longer than 1.2 times the ideal', {
    ...store.needs,
    timeout: 300_000,
  }, async () => {
    const tasks = Array.from({ length: 4 }, () => ({ reservers: 500 }));
    const instants = await reserveTogether(store, tasks);
    expect(instants).toHaveLength(2000);
    expectSpaced(instants);
  });
});
