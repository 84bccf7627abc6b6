/**
 * Notices: a write with `notify` is reported to all watchers of its key, even to watchers that use another store object
 * on the same data.
 */
import assert from 'node:assert/strict';
import { longTtlMs, octetsOf, versionOf } from './octets.ts';
import type { StoreCase } from './store-case.ts';

const key = 'https://example.com#lock';

export const noticeCases: readonly StoreCase[] = [
  {
    id: 'notice',
    title: 'whoever watches a key is notified of writes that say so, of that key alone, until it stops',
    async run({ store, second = store }) {
      if (store.watch === undefined || second.watch === undefined) return;
      let reported = 0;
      let wake = (): void => {};
      const next = () =>
        new Promise<void>((resolve) => {
          wake = resolve;
        });
      const stop = await second.watch(key, () => {
        reported += 1;
        wake();
      });
      // A new connection may count as a notice.
      await store.set(key, octetsOf('one'), { ttlMs: longTtlMs, notify: true });
      if (reported === 0) await next();
      const before = reported;
      const options = { ttlMs: longTtlMs, notify: true };
      const stale = { ...options, ifVersion: null };
      assert.equal(await store.set(key, octetsOf('refused'), stale), false);
      await store.set(key, octetsOf('silent'), { ttlMs: longTtlMs });
      await store.set('https://other.example#lock', octetsOf('other'), options);
      const after = next();
      await store.set(key, octetsOf('two'), { ...options, ifVersion: await versionOf(store, key) });
      await after;
      assert.ok(reported - before <= 2, `${reported - before} notices of one write`);
      stop();
      const stopped = reported;
      const again = await second.watch(key, () => wake());
      const last = next();
      await store.set(key, octetsOf('three'), options);
      await last;
      assert.equal(reported, stopped);
      again();
    },
  },
];
