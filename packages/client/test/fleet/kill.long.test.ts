/**
 * Kills writers with SIGKILL in the middle of their work, while readers make checks. Readable records must stay
 * readable, and no decision may be wrong. ROBOTS_KILLS sets the number of kills; a full run has 200.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, sharedStores, worker } from './fixtures.ts';

const kills = Number(process.env['ROBOTS_KILLS'] ?? 12);
const sites = 20;
const readers = 4;

beforeAll(buildOnce);
afterEach(cleanUp);

interface ReadReport {
  checks: number;
  wrongs: string[];
  events: Record<string, number>;
  unhandled: string[];
}

describe.each(sharedStores)('killed writers on $title', ({ title, needs, open }) => {
  it(`${kills} killed writers harm no reader`, needs, async () => {
    const address = await open();
    const seed = worker('writer', { address, sites, rounds: 1 });
    await seed.ready();
    seed.go();
    await seed.report();
    const reading = Array.from({ length: readers }, () => worker('reader', { address, sites }));
    await Promise.all(reading.map((reader) => reader.ready()));
    for (const reader of reading) reader.go();

    for (let killed = 0; killed < kills; killed += 1) {
      const writer = worker('writer', { address, sites, rounds: 1_000_000 });
      await writer.ready();
      writer.go();
      await sleep(Math.random() * 60);
      await writer.kill();
    }

    for (const reader of reading) reader.finish();
    const reports = await Promise.all(reading.map((reader) => reader.report<ReadReport>()));
    for (const { wrongs, events, unhandled } of reports) {
      expect({ wrongs, unhandled }).toEqual({ wrongs: [], unhandled: [] });
      expect(Object.keys(events)).toEqual(['hit']);
    }
    console.info(
      `${title}: ${kills} kills, ${reports.reduce((sum, { checks }) => sum + checks * 2, 0)} checks, none wrong`,
    );
  });
});
