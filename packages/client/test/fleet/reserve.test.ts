/** docs/fleet.md: all keep one Crawl-delay. The same with 4 × 500 reservers is in reserve.long.test.ts. */
import { buildPackage, redisMissing } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from './fixtures.ts';
import { expectSpaced, reserveStores, reserveTogether } from './reserve.ts';

const missing = await redisMissing();
if (missing !== undefined) console.warn(`Redis is left out of reservations: ${missing}`);
beforeAll(() => buildPackage('client'), 150_000);
afterEach(cleanUp);

describe.each(reserveStores(missing))('reserve among processes on $title', (store) => {
  it.skipIf(store.missing)('2 processes of 40 reservers: every gap is at least the delay', async () => {
    const instants = await reserveTogether(store, [{ reservers: 40 }, { reservers: 2, each: 20 }]);
    expect(instants).toHaveLength(80);
    expectSpaced(instants);
  });

  it.skipIf(store.missing)(
    'a process whose clock is 10 minutes ahead pushes nobody into the future',
    async () => {
      const tasks = [{ reservers: 10 }, { reservers: 10, clockOffsetMs: 600_000 }];
      const begun = Date.now();
      const instants = await reserveTogether(store, tasks);
      expect(instants).toHaveLength(20);
      expect(instants.at(-1)! - begun).toBeLessThan(19 * 10_000 + 60_000);
      // What the other clock shows is known as well as the store answers quickly.
      expectSpaced(instants, 1000);
    },
  );
});
