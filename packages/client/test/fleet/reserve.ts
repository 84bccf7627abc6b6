/** Runs reservers in several processes on one store, and checks the instants that they get. */
import { needsRedis, startRedisCluster } from '@robots-exclusion/testkit';
import { expect } from 'vitest';
import { atEnd, type SharedStore, sharedStores, worker } from './fixtures.ts';
import { runTogether } from './worker.ts';

const delayMs = 10_000;

/** A store for many processes, including kinds that only this test opens. */
type ReserveStore = Omit<SharedStore, 'open'> & { open(): Promise<object> };

/** The tested stores: LMDB, Redis and a Redis cluster. */
export const reserveStores: readonly ReserveStore[] = [
  ...sharedStores,
  {
    title: 'Redis Cluster',
    needs: needsRedis(),
    async open() {
      const { ports, stop } = await startRedisCluster();
      atEnd(stop);
      return { kind: 'cluster', ports };
    },
  },
];

/**
 * The task of a process: the number of clients, the number of reservations per client, and the error of the process's
 * clock.
 */
export interface ReserverTask {
  reservers: number;
  each?: number;
  clockOffsetMs?: number;
}

/** Runs one process for each task. Returns all reserved instants, ordered by true time. */
export async function reserveTogether(
  store: ReserveStore,
  tasks: readonly ReserverTask[],
): Promise<number[]> {
  const address = await store.open();
  const workers = tasks.map((task) => worker('reserver', { address, ...task }));
  const reports = await runTogether<{ instants: number[] }>(workers);
  return reports.flatMap(({ instants }) => instants).toSorted((a, b) => a - b);
}

/**
 * Checks that no two instants are closer than the delay, and that all instants together take at most a fifth more time
 * than necessary.
 */
export function expectSpaced(instants: readonly number[], slackMs = 0): void {
  const gaps = instants.slice(1).map((at, index) => at - instants[index]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs - slackMs);
  const idealMs = (instants.length - 1) * delayMs;
  expect(instants.at(-1)! - instants[0]!).toBeLessThanOrEqual(1.2 * idealMs);
}
