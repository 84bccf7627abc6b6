/**
 * Takes a lock repeatedly. While it holds the lock, it creates a file exclusively and removes it again. If the file
 * already exists, two processes held the lock at once. With `holdsForever`, it keeps the first lock. After `tries`
 * tries, it gives up.
 */
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireLock } from '@robots-exclusion/client';
import { openStore } from './open-store.js';
import { say, work } from './work.js';

await work(
  ({ address }) => openStore(address),
  async (store, { key, ttlMs, times, file, holdsForever, tries = Number.POSITIVE_INFINITY }) => {
    let taken = 0;
    let overlaps = 0;
    for (let tried = 0; taken < times && tried < tries; tried += 1) {
      const lock = await acquireLock(store, key, { ttlMs });
      if (lock === undefined) {
        await sleep(Math.random() * 4);
        continue;
      }
      if (holdsForever) {
        say('held');
        await sleep(600_000);
      }
      taken += 1;
      try {
        await writeFile(file, 'held', { flag: 'wx' });
        await sleep(1);
        await rm(file);
      } catch {
        overlaps += 1;
      }
      await lock.release();
    }
    return { taken, overlaps };
  },
);
