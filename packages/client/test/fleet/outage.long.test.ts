/** Stores on bad days, under load: Redis killed and restarted, Redis silent, LMDB full or damaged. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLmdbStore } from '@robots-exclusion/client';
import { buildOnce, needsRedis, type RedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { open } from 'lmdb';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { atEnd, cleanUp, redisServer, temporaryFolder, worker } from './fixtures.ts';

const sites = 40;
const crawlers = 3;

beforeAll(buildOnce);
afterEach(cleanUp);

interface CrawlReport {
  checks: number;
  requests: number;
  wrongs: string[];
  slowestMs: number;
  events: Record<string, number>;
  errors: Record<string, number>;
  unhandled: string[];
  counts?: { lowerFailures: number; localReads: number; localWrites: number; broughtDown: number };
}

/** Lets crawlers work while something happens to Redis, and gives their reports. */
async function crawlThrough(
  server: RedisServer,
  kind: 'redis' | 'tiered-redis',
  happening: () => Promise<void>,
): Promise<CrawlReport[]> {
  const address = { kind, port: server.port, timeoutMs: 200, pauseMs: 200 };
  const crawling = Array.from({ length: crawlers }, () => worker('crawler', { address, sites }));
  await Promise.all(crawling.map((crawler) => crawler.ready()));
  for (const crawler of crawling) crawler.go();
  await sleep(1000);
  await happening();
  await sleep(1000);
  for (const crawler of crawling) crawler.moveOn();
  await sleep(1500);
  for (const crawler of crawling) crawler.finish();
  return Promise.all(crawling.map((crawler) => crawler.report<CrawlReport>()));
}

async function keyCount(server: RedisServer): Promise<number> {
  const client = new Redis({ port: server.port });
  atEnd(async () => client.disconnect());
  return client.dbsize();
}

/** Several of the store's timeouts on a busy machine, far shorter than a fetch's. */
const bearableMs = 10_000;

describe.each(['redis', 'tiered-redis'] as const)('%s under load', needsRedis(), (kind) => {
  const happenings = [
    {
      title: 'killed and restarted empty',
      happen: async (server: RedisServer) => {
        await server.kill();
        await sleep(1500);
        await server.start();
      },
    },
    {
      title: 'silent for a while',
      happen: async (server: RedisServer) => {
        server.pause();
        await sleep(1500);
        server.resume();
      },
    },
  ];

  it.each(happenings)(
    '$title: checks go on, right and in time, and it is used again',
    async ({ title, happen }) => {
      const server = await redisServer();
      const reports = await crawlThrough(server, kind, () => happen(server));
      for (const { wrongs, unhandled, slowestMs } of reports) {
        expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
        expect(slowestMs).toBeLessThan(bearableMs);
      }
      const sum = (number: (report: CrawlReport) => number): number =>
        reports.reduce((total, each) => total + number(each), 0);
      const failures = sum(({ events, counts }) => counts?.lowerFailures ?? events['store-error'] ?? 0);
      expect(failures).toBeGreaterThan(0);
      // The sites that the crawlers turned to when it was back.
      expect(await keyCount(server)).toBeGreaterThanOrEqual(sites);
      expect(sum(({ requests }) => requests)).toBeLessThan(sites * 2 * crawlers);
      console.info(
        `${kind}, ${title}: ${sum(({ checks }) => checks)} checks, ${sum(({ requests }) => requests)} fetches of ${sites * 2} sites, ` +
          `${failures} store failures, slowest check ${Math.round(Math.max(...reports.map(({ slowestMs }) => slowestMs)))} ms`,
      );
    },
  );
});

describe('LMDB under load', () => {
  it('full: checks go on, nothing stored is lost, nothing is unhandled', async () => {
    const path = await temporaryFolder();
    // 4096 blocks of 512 octets: what a full disk is to a database, without a disk of its own.
    const task = { address: { kind: 'lmdb', path }, sites: 400, maxChecks: 1200, paddingBytes: 30_000 };
    const crawler = worker('crawler', task, { maxFileBlocks: 4096 });
    await crawler.ready();
    crawler.go();
    const { wrongs, unhandled, events, errors } = await crawler.report<CrawlReport>();
    expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
    expect(events['store-error']).toBeGreaterThan(0);
    expect(Object.keys(errors).join()).toContain('LMDB failed');
    const tried = Object.entries(errors).filter(([message]) => !message.includes('nothing is sent'));
    expect(tried.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(20);
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
    await changeOneOctet(path, 'http://site-3.example');
    const second = worker('crawler', { address: { kind: 'lmdb', path }, sites: 5, maxChecks: 10 });
    await second.ready();
    second.go();
    const { wrongs, unhandled, requests, events } = await second.report<CrawlReport>();
    expect({ wrongs, unhandled, requests }).toEqual({ wrongs: [], unhandled: [], requests: 1 });
    expect(events['record-unreadable']).toBeGreaterThan(0);
  }, 60_000);
});

/** Finds a record's octets in the file, wherever LMDB has put them, and changes the middle one. */
async function changeOneOctet(path: string, key: string): Promise<void> {
  const root = open({ path });
  const stored = await createLmdbStore({ root }).get(key);
  await root.close();
  const file = join(path, 'data.mdb');
  const octets = await readFile(file);
  const record = Buffer.from(stored?.value ?? []);
  for (let at = octets.indexOf(record); at >= 0; at = octets.indexOf(record, at + 1)) {
    const middle = at + (record.byteLength >> 1);
    octets.writeUInt8((octets.readUInt8(middle) + 1) % 256, middle);
  }
  await writeFile(file, octets);
}
