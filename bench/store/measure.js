/** Fills a store, reads it at random, and reports the time and memory used. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { originOf, sampleRecords } from './records.js';

const writesAtOnce = 500;
const readsAtOnce = 64;
const ttlMs = 24 * 3600 * 1000;

export async function measureStore(define, { origins: wanted, reads }) {
  const opened = await define();
  if (opened.reason !== undefined) return { reason: opened.reason };
  const { get, set, keptBytes, serverBytes, close, maxOrigins = Number.POSITIVE_INFINITY } = opened;
  const origins = Math.min(wanted, maxOrigins);
  const records = await sampleRecords();
  const recordBytes = records.reduce((sum, { byteLength }) => sum + byteLength, 0) / records.length;
  const before = await keptBytes();
  const writes = await perSecond(origins, writesAtOnce, (index) =>
    set(originOf(index), records[index % records.length], ttlMs),
  );
  await opened.filled?.();
  const kept = ((await keptBytes()) - before) / origins;
  const read = async () => {
    const index = Math.floor(Math.random() * origins);
    const value = await get(originOf(index));
    if (value?.byteLength !== records[index % records.length].byteLength)
      throw new Error(`"${originOf(index)}" came back otherwise`);
  };
  await perSecond(Math.min(reads, 20_000), readsAtOnce, read);
  const oneByOne = await perSecond(reads, 1, read);
  const atOnce = await perSecond(reads, readsAtOnce, read);
  globalThis.gc?.();
  await sleep(100);
  const report = {
    origins,
    recordBytes,
    keptBytes: kept,
    writes,
    reads: oneByOne,
    readsAtOnce: atOnce,
    ...(await memory()),
    serverBytes: await serverBytes?.(),
  };
  await close();
  return report;
}

/** The memory of the process. Pages of mapped files, which the system can reclaim, are reported separately. */
async function memory() {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kilobytes = (name) => Number(new RegExp(`${name}:\\s*(\\d+) kB`).exec(status)?.[1]);
  const memoryBytes = kilobytes('RssAnon') * 1024;
  if (Number.isNaN(memoryBytes)) return { memoryBytes: process.memoryUsage().rss };
  return { memoryBytes, mappedBytes: kilobytes('RssFile') * 1024 };
}

/** Runs `step` for 0 … count − 1, `atOnce` at a time, and returns the number of steps per second. */
async function perSecond(count, atOnce, step) {
  const startedAt = performance.now();
  let next = 0;
  async function lane() {
    while (next < count) {
      const index = next;
      next += 1;
      await step(index);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  return count / ((performance.now() - startedAt) / 1000);
}
