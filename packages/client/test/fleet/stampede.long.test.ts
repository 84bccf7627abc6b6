/** A thousand workers check one new origin. The origin receives one request, no matter which workers die. */
import { buildOnce, createGate } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countingOrigin } from './counting-origin.ts';
import { cleanUp, sharedStores, worker } from './fixtures.ts';
import { runTogether, type StoreAddress, type Worker } from './worker.ts';

const processes = 8;
const checks = 250;
const robots = 'User-agent: *\nDisallow: /closed/\n';
const allRight = { 'open fetch rules': checks / 2, 'closed skip rules': checks / 2 };

beforeAll(buildOnce);
afterEach(cleanUp);

interface CheckReport {
  name: string;
  decisions: Record<string, number>;
  events: Record<string, number>;
  unhandled: string[];
}

function checkers(address: StoreAddress, origin: string, task: object = {}): Worker[] {
  return Array.from({ length: processes }, (_, index) =>
    worker('checker', { address, origin, checks, name: `worker ${index}`, ...task }),
  );
}

function withMemoryTier(address: StoreAddress): StoreAddress {
  return 'path' in address ? { ...address, kind: 'tiered-lmdb' } : { ...address, kind: 'tiered-redis' };
}

describe.each(sharedStores)('stampede on $title', ({ needs, open }) => {
  it(`${processes} processes with ${checks} checks each ask the origin once`, needs, async () => {
    const address = await open();
    const allBegun = createGate();
    const { origin, askedBy } = await countingOrigin(robots, () => allBegun.opened);
    const workers = checkers(address, origin);
    const reporting = runTogether<CheckReport>(workers);
    await Promise.all(workers.map((each) => each.said('begun')));
    allBegun.open();
    const reports = await reporting;
    expect(askedBy).toHaveLength(1);
    for (const { decisions, unhandled } of reports)
      expect({ decisions, unhandled }).toEqual({ decisions: allRight, unhandled: [] });
  });

  it(
    'with the lock holder killed in the middle the origin is asked twice at most, and all are answered',
    needs,
    async () => {
      const address = await open();
      const holderGone = createGate();
      const { origin, askedBy, nextRequest } = await countingOrigin(robots, () => holderGone.opened);
      const workers = checkers(address, origin);
      await Promise.all(workers.map((each) => each.ready()));
      const first = nextRequest();
      for (const each of workers) each.go();
      const holder = Number(/worker (\d+)/.exec(await first)?.[1]);
      await workers[holder]?.kill();
      holderGone.open();
      const alive = workers.filter((_, index) => index !== holder);
      const reports = await Promise.all(alive.map((each) => each.report<CheckReport>()));
      expect(askedBy.length).toBeLessThanOrEqual(2);
      for (const { decisions, unhandled } of reports)
        expect({ decisions, unhandled }).toEqual({ decisions: allRight, unhandled: [] });
    },
  );

  it(
    'each time the record expires the origin is asked once more, also through a memory tier',
    needs,
    async () => {
      const tiered = withMemoryTier(await open());
      const { origin, askedBy } = await countingOrigin(robots);
      const lifetimes = { jitter: 0, refreshAhead: 0 };
      const rounds = 2;
      const workers = checkers(tiered, origin, { lifetimes, rounds, startsAt: Date.now() });
      const reporting = runTogether<CheckReport>(workers);
      await Promise.all(workers.map((each) => each.said('done')));
      expect(askedBy).toHaveLength(1);
      for (const each of workers) each.moveOn();
      const reports = await reporting;
      expect(askedBy).toHaveLength(rounds);
      for (const { unhandled, decisions } of reports) {
        const right = {
          'open fetch rules': (checks * rounds) / 2,
          'closed skip rules': (checks * rounds) / 2,
        };
        expect({ decisions, unhandled }).toEqual({ decisions: right, unhandled: [] });
      }
    },
  );
});
