/** Several processes use compare-and-set or take a lock at the same time. Exactly one of them succeeds. */
import { join } from 'node:path';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/stores.ts';
import { afterTime, cleanUp, sharedStores, worker } from './fixtures.ts';
import { runTogether } from './worker.ts';

beforeAll(buildOnce);
afterEach(cleanUp);

interface RaceReport {
  name: string;
  won: string[];
  finals: Record<string, string>;
  counter: number;
}

describe.each(sharedStores)('processes on $title', ({ needs, open }) => {
  it(
    '6 that create 60 keys at once win each key exactly once, and count to 240 together',
    needs,
    async () => {
      const address = await open();
      const keys = Array.from({ length: 60 }, (_, index) => `https://${index}.example`);
      const racers = Array.from({ length: 6 }, (_, index) =>
        worker('race', { address, name: `racer ${index}`, keys, increments: 40 }),
      );
      const reports = await runTogether<RaceReport>(racers);
      expect(reports.flatMap(({ won }) => won).sort()).toEqual([...keys].sort());
      for (const { name, finals } of reports) expect(new Set([name, ...Object.values(finals)]).size).toBe(1);
      expect(Math.max(...reports.map(({ counter }) => counter))).toBe(240);
    },
  );

  it('4 that take one lock 150 times each are never in it together', needs, async () => {
    const address = await open();
    const file = join(await temporaryFolder(), 'held');
    const task = { address, key: 'https://example.com#lock', ttlMs: 30_000, times: 150, file };
    const lockers = Array.from({ length: 4 }, () => worker('locker', task));
    const reports = await runTogether<{ taken: number; overlaps: number }>(lockers);
    expect(reports).toEqual(Array.from({ length: 4 }, () => ({ taken: 150, overlaps: 0 })));
  });

  it('a lock whose holder was killed is taken over after its time', needs, async () => {
    const address = await open();
    const file = join(await temporaryFolder(), 'held');
    const ttlMs = 600_000;
    const task = { address, key: 'https://example.com#lock', ttlMs, times: 1, file };
    const holder = worker('locker', { ...task, holdsForever: true });
    await holder.ready();
    holder.go();
    await holder.said('held');
    await holder.kill();
    expect(await runTogether([worker('locker', { ...task, tries: 20 })])).toEqual([
      { taken: 0, overlaps: 0 },
    ]);
    const later = await afterTime(address, ttlMs);
    const waiter = worker('locker', { ...task, address: later, tries: 1 });
    expect(await runTogether([waiter])).toEqual([{ taken: 1, overlaps: 0 }]);
  });
});
