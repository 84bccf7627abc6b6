/** A thousand workers on one fresh origin: it is asked once, whoever dies. */
import { buildOnce } from '@robots-exclusion/testkit';
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
  tookMs: number;
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

describe.each(sharedStores)('stampede on $title', ({ title, needs, open }) => {
  it(`${processes} processes with ${checks} checks each ask the origin once`, needs, async () => {
    const address = await open();
    const { origin, askedBy } = await countingOrigin(robots, 300);
    const reports = await runTogether<CheckReport>(checkers(address, origin));
    expect(askedBy).toHaveLength(1);
    for (const { decisions, unhandled } of reports)
      expect({ decisions, unhandled }).toEqual({ decisions: allRight, unhandled: [] });
    console.info(
      `${title}: 1 request, slowest process ${Math.max(...reports.map(({ tookMs }) => tookMs))} ms`,
    );
  });

  it(
    'with the lock holder killed in the middle the origin is asked twice at most, and all are answered',
    needs,
    async () => {
      const address = await open();
      const { origin, askedBy, nextRequest } = await countingOrigin(robots, 1000);
      const workers = checkers(address, origin);
      await Promise.all(workers.map((each) => each.ready()));
      const first = nextRequest();
      for (const each of workers) each.go();
      const holder = Number(/worker (\d+)/.exec(await first)?.[1]);
      await workers[holder]?.kill();
      const alive = workers.filter((_, index) => index !== holder);
      const reports = await Promise.all(alive.map((each) => each.report<CheckReport>()));
      expect(askedBy.length).toBeLessThanOrEqual(2);
      for (const { decisions, unhandled } of reports)
        expect({ decisions, unhandled }).toEqual({ decisions: allRight, unhandled: [] });
      console.info(
        `${title}: holder killed, 2 requests, slowest process ${Math.max(...reports.map(({ tookMs }) => tookMs))} ms`,
      );
    },
  );

  it(
    'each time the record expires the origin is asked once more, also through a memory tier',
    needs,
    async () => {
      const tiered = withMemoryTier(await open());
      const maxAgeSeconds = 4;
      const { origin, askedBy } = await countingOrigin(robots, 200, maxAgeSeconds);
      const lifetimes = { floorSeconds: maxAgeSeconds, jitter: 0, refreshAhead: 0 };
      const rounds = 2;
      const reports = await runTogether<CheckReport>(checkers(tiered, origin, { lifetimes, rounds }));
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
