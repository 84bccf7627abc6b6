/** Values are returned unchanged. */
import assert from 'node:assert/strict';
import { assertOctets, longTtlMs, octetsOf, textOf, versionOf } from './octets.ts';
import type { StoreCase } from './store-case.ts';

const key = 'https://example.com';
const ttlMs = longTtlMs;

/** RFC 9309 §2.5 requires at least 500 KiB, and a record is a little longer than its body. */
const largeBytes = 600 * 1024;

export const valueCases: readonly StoreCase[] = [
  {
    id: 'value-absent',
    title: 'an absent key gives undefined',
    run: async ({ store }) => assert.equal(await store.get(key), undefined),
  },
  {
    id: 'value-returned',
    title: 'a value comes back with a version',
    async run({ store }) {
      assert.equal(await store.set(key, octetsOf('one'), { ttlMs }), true);
      const stored = await store.get(key);
      assertOctets(stored, octetsOf('one'));
      assert.equal(typeof stored?.version, 'string');
    },
  },
  {
    id: 'value-replaced',
    title: 'a later value takes the place of an earlier one',
    async run({ store }) {
      await store.set(key, octetsOf('a longer first value'), { ttlMs });
      assert.equal(await store.set(key, octetsOf('two'), { ttlMs }), true);
      assertOctets(await store.get(key), octetsOf('two'));
    },
  },
  {
    id: 'value-binary',
    title: 'every octet, an empty value and zeros come back unharmed',
    async run({ store }) {
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      for (const value of [all, all.toReversed(), new Uint8Array(0), new Uint8Array(64)]) {
        await store.set(key, value, { ttlMs });
        assertOctets(await store.get(key), value);
      }
    },
  },
  {
    id: 'value-large',
    title: 'a value as large as a record can be comes back unharmed',
    async run({ store }) {
      const value = Uint8Array.from({ length: largeBytes }, (_, index) => (index * 31) % 251);
      await store.set(key, value, { ttlMs });
      assertOctets(await store.get(key), value);
    },
  },
  {
    id: 'value-part-of-buffer',
    title: 'of a view on a larger buffer only the view is stored',
    async run({ store }) {
      const whole = octetsOf('before|value|after');
      await store.set(key, whole.subarray(7, 12), { ttlMs });
      assertOctets(await store.get(key), octetsOf('value'));
    },
  },
  {
    id: 'value-own-copy',
    title: 'arrays changed by the caller, before or after, change nothing stored',
    async run({ store }) {
      const given = octetsOf('value');
      const writing = store.set(key, given, { ttlMs });
      given.fill(0);
      await writing;
      (await store.get(key))?.value.fill(0);
      assertOctets(await store.get(key), octetsOf('value'));
    },
  },
  {
    id: 'value-kept-by-reader',
    title: 'a value that was read stays as it was while others are read and written',
    async run({ store }) {
      await store.set(key, octetsOf('first'), { ttlMs });
      const read = await store.get(key);
      await store.set(key, octetsOf('other'), { ttlMs });
      await store.get(key);
      assertOctets(read, octetsOf('first'));
    },
  },
  {
    id: 'value-deleted',
    title: 'a deleted key is absent, and deleting an absent one is not an error',
    async run({ store }) {
      await store.set(key, octetsOf('one'), { ttlMs });
      await store.delete(key);
      await store.delete(key);
      assert.equal(await store.get(key), undefined);
    },
  },
  {
    id: 'value-side-keys',
    title: 'what lies beside a record does not touch the record',
    async run({ store }) {
      await store.set(key, octetsOf('record'), { ttlMs });
      await store.set(`${key}#lock`, octetsOf('lock'), { ttlMs });
      const version = await versionOf(store, key);
      await store.delete(`${key}#lock`);
      assert.equal(textOf(await store.get(key)), 'record');
      assert.equal(await versionOf(store, key), version);
    },
  },
  {
    id: 'value-seen-by-second',
    title: 'a second store object sees what the first wrote and deleted',
    async run({ store, second }) {
      assert(second, 'no second store was opened');
      await store.set(key, octetsOf('one'), { ttlMs });
      assertOctets(await second.get(key), octetsOf('one'));
      assert.equal(
        await second.set(key, octetsOf('two'), { ttlMs, ifVersion: await versionOf(store, key) }),
        true,
      );
      assertOctets(await store.get(key), octetsOf('two'));
      await store.delete(key);
      assert.equal(await second.get(key), undefined);
    },
  },
];
