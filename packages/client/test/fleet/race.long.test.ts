/** Compare-and-set and locks among processes: exactly one is first. */
import { join } from 'node:path';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, sharedStores, temporaryFolder, worker } from './fixtures.ts';
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
    const task = { address, key: 'https://example.com#lock', ttlMs: 1500, times: 1, file };
    const [holder, waiter] = [worker('locker', { ...task, holdsForever: true }), worker('locker', task)];
    await Promise.all([holder.ready(), waiter.ready()]);
    const isHeld = new Promise((resolve) =>
      holder.process.on('message', (message: { kind: string }) => message.kind === 'held' && resolve(true)),
    );
    holder.go();
    await isHeld;
    const heldAt = performance.now();
    await holder.kill();
    waiter.go();
    expect(await waiter.report()).toEqual({ taken: 1, overlaps: 0 });
    expect(performance.now() - heldAt).toBeGreaterThan(1200);
    expect(performance.now() - heldAt).toBeLessThan(10_000);
  });
});
