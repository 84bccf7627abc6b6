/**
 * Tests the guarantees of docs/fleet.md on separate network stacks: machines with their own addresses (one cut off, one
 * without its store), clocks that are an hour wrong, and a lock holder that dies. No decision may be wrong, and no
 * origin may get more requests than documented.
 */
import { buildOnce, needsRedis } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, worker } from './fixtures.ts';
import { type Namespace, namespaces, needsNamespaces, redisIn } from './namespaces.ts';
import type { Worker } from './worker.ts';

const hour = 3_600_000;
/** How long a process sends no further request, regardless of its clock (see docs/access.md, "Clocks that jump"). */
const floorMs = 60_000;
const body = 'User-agent: *\nDisallow: /closed/\n';
const sites = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}.test`);

beforeAll(buildOnce);
afterEach(cleanUp);

interface RoamReport {
  name: string;
  done: number;
  wrongs: string[];
  outcomes: Record<string, number>;
  unhandled: string[];
}

interface Progress {
  done: number;
  stage: number;
  lowerReads: number;
  lowerFailures: number;
}

interface World {
  origin: Worker;
  originAddress: string;
  address: { kind: 'tiered-redis'; host: string; port: number; timeoutMs: number; pauseMs: number };
}

/** Starts an origin in one namespace and Redis in another. */
async function world(spaces: { redis: Namespace; origin: Namespace }, held?: string): Promise<World> {
  const { host, port } = redisIn(spaces.redis);
  const { address: originAddress, name } = spaces.origin;
  const task = { address: originAddress, port: 80, held, body, maxAge: 600 };
  const origin = worker('origin', task, { namespace: name });
  await origin.ready();
  origin.go();
  return {
    origin,
    originAddress,
    address: { kind: 'tiered-redis', host, port, timeoutMs: 1000, pauseMs: 500 },
  };
}

const of = async (each: Worker) => each.said<Progress>('progress');
const until = (each: Worker, isSo: (progress: Progress) => boolean) => each.said('progress', isSo);

/** Waits until each worker has made `count` more checks. */
async function checksMore(all: readonly Worker[], count: number): Promise<void> {
  const before = await Promise.all(all.map(of));
  await Promise.all(all.map((each, at) => until(each, ({ done }) => done >= before[at]!.done + count)));
}

const options = { ...needsRedis(), timeout: 300_000 };

describe('a fleet in namespaces', needsNamespaces(), () => {
  it('is cut apart, loses its store, has clocks an hour wrong, and heals', options, async () => {
    const spaces = namespaces(['redis', 'origin', 'a', 'b', 'c', 'd']);
    const { origin, originAddress, address } = await world(spaces);
    const startedAt = performance.now();
    const everybodys = sites('everybodys', 10);
    const sound = sites('sound', 10);
    const later = sites('later', 10);
    const roam = (name: 'a' | 'b' | 'c' | 'd', stages: string[][], clockOffsetMs = 0): Worker =>
      worker(
        'roamer',
        { name, address, originAddress, stages, clockOffsetMs },
        { namespace: spaces[name].name },
      );
    const [a, b, c, d] = [
      roam('a', [[...everybodys, ...sound], later]),
      roam('b', [everybodys], hour),
      roam('c', [[...everybodys, ...sound], []], -hour),
      roam('d', [[...everybodys, ...sound], later]),
    ];
    const all = [a, b, c, d];
    await Promise.all(all.map((each) => each.ready()));
    for (const each of all) each.go();
    await checksMore(all, 200);

    // One machine is cut off from everything, and another only from the store. The second machine then fetches for
    // itself.
    spaces.c.cut();
    spaces.d.lose(spaces.redis.address);
    const failures = await Promise.all([c, d].map(async (each) => (await of(each)).lowerFailures));
    await Promise.all([c, d].map((each, at) => until(each, (is) => is.lowerFailures > failures[at]!)));
    for (const each of [a, d]) each.moveOn();
    await Promise.all([a, d].map((each) => until(each, ({ stage }) => stage === 1)));
    await checksMore(all, 100);

    spaces.c.heal();
    spaces.d.find(spaces.redis.address);
    const reads = await Promise.all([c, d].map(async (each) => (await of(each)).lowerReads));
    await Promise.all([c, d].map((each, at) => until(each, (is) => is.lowerReads > reads[at]! + 20)));
    await checksMore(all, 100);

    for (const each of all) each.finish();
    const reports = await Promise.all(all.map((each) => each.report<RoamReport>()));
    const elapsedMs = performance.now() - startedAt;
    origin.finish();
    const { asked } = await origin.report<{ asked: { host: string; by: string }[] }>();
    for (const { name, wrongs, unhandled } of reports)
      expect({ name, wrongs, unhandled }).toEqual({ name, wrongs: [], unhandled: [] });
    const timesOf = (names: readonly string[], by = '') =>
      names.map((name) => asked.filter((each) => each.host === name && each.by.includes(by)).length);
    const floors = 1 + Math.floor(elapsedMs / floorMs);
    // Each process sends at most one request within the minimum lifetime, however wrong its clock is.
    for (const name of ['a', 'b', 'c', 'd'])
      expect(Math.max(...timesOf(everybodys, `(${name})`))).toBeLessThanOrEqual(floors);
    // Without its store, a process fetches for itself, so each side may send one request to a site that was unknown
    // before.
    expect(Math.max(...timesOf(later))).toBeLessThanOrEqual(2);
    console.info(
      `${reports.reduce((sum, { done }) => sum + done, 0)} checks in ${Math.round(elapsedMs / 1000)} s, none wrong; ` +
        `${asked.length} requests for ${everybodys.length + sound.length + later.length} sites; ` +
        JSON.stringify(Object.fromEntries(reports.map(({ name, outcomes }) => [name, outcomes]))),
    );
  });

  it('with right clocks asks each origin once, whoever is cut off meanwhile', options, async () => {
    const spaces = namespaces(['redis', 'origin', 'a', 'b', 'c', 'd']);
    const { origin, originAddress, address } = await world(spaces);
    const shared = sites('shared', 20);
    const names = ['a', 'b', 'c', 'd'] as const;
    const all = names.map((name) =>
      worker('roamer', { name, address, originAddress, stages: [shared] }, { namespace: spaces[name].name }),
    );
    await Promise.all(all.map((each) => each.ready()));
    for (const each of all) each.go();
    await checksMore(all, 100);
    spaces.b.cut();
    await checksMore(all, 100);
    spaces.b.heal();
    await checksMore(all, 100);
    for (const each of all) each.finish();
    const reports = await Promise.all(all.map((each) => each.report<RoamReport>()));
    origin.finish();
    const { asked } = await origin.report<{ asked: { host: string }[] }>();
    for (const { wrongs, unhandled } of reports)
      expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
    const counted = shared.map((name) => asked.filter(({ host }) => host === name).length);
    expect(counted).toEqual(shared.map(() => 1));
  });

  it(
    'a holder that is killed, or cut off, in the middle of a fetch costs one request more',
    options,
    async () => {
      for (const how of ['kill', 'cut'] as const) {
        const spaces = namespaces(['redis', 'origin', 'a', 'b', 'c', 'd']);
        const held = 'held.test';
        const { origin, originAddress, address } = await world(spaces, held);
        const names = ['a', 'b', 'c', 'd'] as const;
        const all = names.map((name) =>
          worker(
            'roamer',
            { name, address, originAddress, stages: [[held]] },
            { namespace: spaces[name].name },
          ),
        );
        await Promise.all(all.map((each) => each.ready()));
        for (const each of all) each.go();
        const first = await origin.said<{ by: string }>('asked');
        const holder = names.findIndex((name) => first.by.includes(`(${name})`));
        if (how === 'kill') await all[holder]!.kill();
        else spaces[names[holder]!].cut();
        origin.moveOn();
        const others = all.filter((_, at) => at !== holder);
        await checksMore(others, 50);
        if (how === 'cut') await all[holder]!.kill();
        for (const each of others) each.finish();
        const reports = await Promise.all(others.map((each) => each.report<RoamReport>()));
        origin.finish();
        const { asked } = await origin.report<{ asked: unknown[] }>();
        expect(asked.length).toBeLessThanOrEqual(2);
        for (const { wrongs, unhandled, outcomes } of reports) {
          expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
          expect(Object.keys(outcomes).toSorted()).toEqual(['fetch rules', 'skip rules']);
        }
        await cleanUp();
      }
    },
  );
});
