/** Stores that fail under load: Redis killed and restarted, Redis silent, LMDB full or damaged. */

import { createLmdbStore } from '@robots-exclusion/client';
import { buildOnce, needsRedis, type RedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { open } from 'lmdb';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/stores.ts';
import { atEnd, cleanUp, redisServer, worker } from './fixtures.ts';
import type { Worker } from './worker.ts';

const sites = 40;
const crawlers = 3;

beforeAll(buildOnce);
afterEach(cleanUp);

interface CrawlReport {
  checks: number;
  requests: number;
  visited: number;
  wrongs: string[];
  events: Record<string, number>;
  errors: Record<string, number>;
  unhandled: string[];
  counts?: { lowerFailures: number; localReads: number; localWrites: number; broughtDown: number };
}

/** Runs crawlers while `happening` disturbs Redis, and returns their reports. */
async function crawlThrough(
  server: RedisServer,
  kind: 'redis' | 'tiered-redis',
  happening: (crawling: readonly Worker[]) => Promise<void>,
): Promise<CrawlReport[]> {
  const address = { kind, port: server.port, timeoutMs: 200, pauseMs: 200 };
  const crawling = Array.from({ length: crawlers }, () => worker('crawler', { address, sites }));
  await Promise.all(crawling.map((crawler) => crawler.ready()));
  for (const crawler of crawling) crawler.go();
  await until(crawling, ({ done }) => done >= sites * 3);
  await happening(crawling);
  // A record fetched during the pause stays in the process that fetched it, so crawlers move on to other sites until
  // the records of the new sites are stored.
  const storedMeanwhile = async (): Promise<number> => {
    for (const crawler of crawling) crawler.moveOn();
    return keyCount(server);
  };
  await expect.poll(storedMeanwhile, { interval: 500 }).toBeGreaterThanOrEqual(sites);
  for (const crawler of crawling) crawler.finish();
  return Promise.all(crawling.map((crawler) => crawler.report<CrawlReport>()));
}

interface Progress {
  done: number;
  failures: number;
}

function until(crawling: readonly Worker[], isSo: (progress: Progress) => boolean): Promise<unknown> {
  return Promise.all(crawling.map((crawler) => crawler.said('progress', isSo)));
}

/** Waits until each crawler has had a store failure and has then made `count` more checks. */
async function checksWithoutStore(crawling: readonly Worker[], count: number): Promise<void> {
  await until(crawling, ({ failures }) => failures > 0);
  const before = await Promise.all(crawling.map((crawler) => crawler.said<Progress>('progress')));
  await Promise.all(
    crawling.map((crawler, index) =>
      crawler.said<Progress>('progress', ({ done }) => done >= before[index]!.done + count),
    ),
  );
}

async function keyCount(server: RedisServer): Promise<number> {
  const client = new Redis({ port: server.port }).on('error', () => {});
  return client.dbsize().finally(() => client.disconnect());
}

describe.each(['redis', 'tiered-redis'] as const)('%s under load', needsRedis(), (kind) => {
  const happenings = [
    {
      title: 'killed and restarted empty',
      happen: async (server: RedisServer, crawling: readonly Worker[]) => {
        await server.kill();
        await checksWithoutStore(crawling, 100);
        await server.start();
      },
    },
    {
      title: 'silent for a while',
      happen: async (server: RedisServer, crawling: readonly Worker[]) => {
        server.pause();
        await checksWithoutStore(crawling, 100);
        server.resume();
      },
    },
  ];

  it.each(happenings)('$title: checks go on, right, and it is used again', async ({ title, happen }) => {
    const server = await redisServer();
    const reports = await crawlThrough(server, kind, (crawling) => happen(server, crawling));
    for (const { wrongs, unhandled } of reports)
      expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
    const sum = (number: (report: CrawlReport) => number): number =>
      reports.reduce((total, each) => total + number(each), 0);
    const failures = sum(({ events, counts }) => counts?.lowerFailures ?? events['store-error'] ?? 0);
    expect(failures).toBeGreaterThan(0);
    // Each crawler requests each site at most once, even without the store.
    for (const { requests, visited } of reports) expect(requests).toBeLessThanOrEqual(visited);
    console.info(
      `${kind}, ${title}: ${sum(({ checks }) => checks)} checks, ${sum(({ requests }) => requests)} fetches, ` +
        `${failures} store failures`,
    );
  });
});

describe('LMDB under load', () => {
  it('full: checks go on, nothing stored is lost, nothing is unhandled', async () => {
    const path = await temporaryFolder();
    // With a file size limit of 4096 blocks of 512 octets, the database sees a full disk, although the test has no
    // separate disk.
    const task = { address: { kind: 'lmdb', path }, sites: 400, maxChecks: 1200, paddingBytes: 30_000 };
    const crawler = worker('crawler', task, { maxFileBlocks: 4096 });
    await crawler.ready();
    crawler.go();
    const { wrongs, unhandled, events, errors } = await crawler.report<CrawlReport>();
    expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
    expect(events['store-error']).toBeGreaterThan(0);
    expect(Object.keys(errors).join()).toContain('LMDB failed');
    // After a failure, nothing is sent for half a minute. The machine determines how many of these pauses end during
    // the run.
    const counted = (entries: readonly [string, number][]): number =>
      entries.reduce((sum, [, count]) => sum + count, 0);
    const tried = Object.entries(errors).filter(([message]) => !message.includes('nothing is sent'));
    expect(counted(tried)).toBeLessThan(counted(Object.entries(errors)) / 10);
    const root = open({ path, readOnly: true });
    atEnd(() => root.close());
    expect(await createLmdbStore({ root }).get('http://site-0.example')).toBeDefined();
  }, 60_000);

  it('with a record whose octets have changed on disk: it counts as absent and is fetched again', async () => {
    const path = await temporaryFolder();
    const first = worker('crawler', { address: { kind: 'lmdb', path }, sites: 5, maxChecks: 10 });
    await first.ready();
    first.go();
    await first.report();
    const damager = worker('damager', { path, key: 'http://site-3.example' });
    await damager.ready();
    damager.go();
    expect((await damager.report<{ changed: number }>()).changed).toBeGreaterThan(0);
    const second = worker('crawler', { address: { kind: 'lmdb', path }, sites: 5, maxChecks: 10 });
    await second.ready();
    second.go();
    const { wrongs, unhandled, requests, events } = await second.report<CrawlReport>();
    expect({ wrongs, unhandled, requests }).toEqual({ wrongs: [], unhandled: [], requests: 1 });
    expect(events['record-unreadable']).toBeGreaterThan(0);
  }, 60_000);
});
