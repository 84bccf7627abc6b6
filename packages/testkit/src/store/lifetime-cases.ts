/** Lifetimes: after a value has expired, the store behaves as if the value had never been written. */
import assert from 'node:assert/strict';
import { assertOctets, collect, longTtlMs, octetsOf, versionOf } from './octets.ts';
import type { StoreCase } from './store-case.ts';

const key = 'https://example.com';
/** Long enough for even a slow machine to read a value before it expires. Tests let the lifetime pass with `pass`. */
const shortTtlMs = 60_000;
const untilExpiredMs = 60_040;

export const lifetimeCases: readonly StoreCase[] = [
  {
    id: 'ttl-kept-and-gone',
    title: 'a value is there within its lifetime, and not after it',
    async run({ store, pass }) {
      await store.set(key, octetsOf('one'), { ttlMs: shortTtlMs });
      assertOctets(await store.get(key), octetsOf('one'));
      await pass(untilExpiredMs);
      assert.equal(await store.get(key), undefined);
    },
  },
  {
    id: 'ttl-each-its-own',
    title: 'each key has its own lifetime',
    async run({ store, pass }) {
      await store.set(key, octetsOf('short'), { ttlMs: shortTtlMs });
      await store.set(`${key}:8080`, octetsOf('long'), { ttlMs: longTtlMs });
      await pass(untilExpiredMs);
      assert.equal(await store.get(key), undefined);
      assertOctets(await store.get(`${key}:8080`), octetsOf('long'));
    },
  },
  {
    id: 'ttl-anew',
    title: 'each write begins a new lifetime, a longer or a shorter one',
    async run({ store, pass }) {
      await store.set(key, octetsOf('one'), { ttlMs: shortTtlMs });
      await store.set(key, octetsOf('two'), { ttlMs: longTtlMs, ifVersion: await versionOf(store, key) });
      await pass(untilExpiredMs);
      assertOctets(await store.get(key), octetsOf('two'));
      await store.set(key, octetsOf('three'), { ttlMs: shortTtlMs });
      await pass(untilExpiredMs);
      assert.equal(await store.get(key), undefined);
    },
  },
  {
    id: 'ttl-cas',
    title: 'an expired value is absent for compare-and-set too, and its version is worth nothing',
    async run({ store, pass }) {
      await store.set(key, octetsOf('one'), { ttlMs: shortTtlMs });
      const version = await versionOf(store, key);
      await pass(untilExpiredMs);
      assert.equal(await store.set(key, octetsOf('two'), { ttlMs: longTtlMs, ifVersion: version }), false);
      const created = await Promise.all(
        Array.from({ length: 10 }, () =>
          store.set(key, octetsOf('three'), { ttlMs: longTtlMs, ifVersion: null }),
        ),
      );
      assert.equal(created.filter(Boolean).length, 1);
      assertOctets(await store.get(key), octetsOf('three'));
    },
  },
  {
    id: 'ttl-keys',
    title: 'an expired key is not listed',
    async run({ store, pass }) {
      await store.set(key, octetsOf('one'), { ttlMs: shortTtlMs });
      await store.set(`${key}:8080`, octetsOf('two'), { ttlMs: longTtlMs });
      await pass(untilExpiredMs);
      assert(store.keys);
      assert.deepEqual(await collect(store.keys('https://')), [`${key}:8080`]);
    },
  },
  {
    id: 'ttl-misuse',
    title: 'a lifetime that is not a finite number above 0 rejects with a RangeError and writes nothing',
    async run({ store }) {
      for (const ttlMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(store.set(key, octetsOf('one'), { ttlMs }), RangeError, `ttlMs ${ttlMs}`);
      }
      assert.equal(await store.get(key), undefined);
    },
  },
  {
    id: 'ttl-extremes',
    title: 'a fraction of a millisecond and a hundred years are lifetimes',
    async run({ store, pass }) {
      assert.equal(await store.set(key, octetsOf('one'), { ttlMs: 0.3 }), true);
      await pass(20);
      assert.equal(await store.get(key), undefined);
      assert.equal(await store.set(key, octetsOf('two'), { ttlMs: 100 * 366 * 24 * 3600 * 1000 }), true);
      assertOctets(await store.get(key), octetsOf('two'));
    },
  },
];
