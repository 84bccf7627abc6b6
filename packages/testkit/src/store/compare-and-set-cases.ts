/** Compare-and-set: of several writers that start from the same version, exactly one succeeds. */
import assert from 'node:assert/strict';
import type { Store } from '@robots-exclusion/client';
import { assertOctets, longTtlMs, octetsOf, textOf, versionOf } from './octets.ts';
import type { StoreCase } from './store-case.ts';

const key = 'https://example.com';
const ttlMs = longTtlMs;

/** Texts that look like versions but are not the version of any stored value. */
const foreignVersions = ['', '0', '1', 'null', 'local-1', 'f'.repeat(24), 'no version of anybody'];

export const compareAndSetCases: readonly StoreCase[] = [
  {
    id: 'cas-absent',
    title: 'ifVersion null writes only what is absent',
    async run({ store }) {
      assert.equal(await store.set(key, octetsOf('one'), { ttlMs, ifVersion: null }), true);
      assert.equal(await store.set(key, octetsOf('two'), { ttlMs, ifVersion: null }), false);
      assertOctets(await store.get(key), octetsOf('one'));
    },
  },
  {
    id: 'cas-current',
    title: 'the present version writes once, and never again',
    async run({ store }) {
      await store.set(key, octetsOf('one'), { ttlMs });
      const version = await versionOf(store, key);
      assert.equal(await store.set(key, octetsOf('two'), { ttlMs, ifVersion: version }), true);
      assert.equal(await store.set(key, octetsOf('three'), { ttlMs, ifVersion: version }), false);
      assertOctets(await store.get(key), octetsOf('two'));
    },
  },
  {
    id: 'cas-same-value',
    title: 'writing the same octets again is a new version',
    async run({ store }) {
      await store.set(key, octetsOf('one'), { ttlMs });
      const version = await versionOf(store, key);
      await store.set(key, octetsOf('one'), { ttlMs });
      assert.notEqual(await versionOf(store, key), version);
    },
  },
  {
    id: 'cas-foreign',
    title: 'a version that this key never had does not write, present or absent',
    async run({ store }) {
      for (const ifVersion of foreignVersions) {
        assert.equal(
          await store.set(key, octetsOf('one'), { ttlMs, ifVersion }),
          false,
          `absent, "${ifVersion}"`,
        );
      }
      assert.equal(await store.get(key), undefined);
      // Writes several times first, because a store that counts its writes may use small numbers as versions.
      for (let writes = 0; writes < 5; writes += 1) await store.set(key, octetsOf('one'), { ttlMs });
      for (const ifVersion of foreignVersions) {
        assert.equal(
          await store.set(key, octetsOf('two'), { ttlMs, ifVersion }),
          false,
          `present, "${ifVersion}"`,
        );
      }
    },
  },
  {
    id: 'cas-deleted',
    title: 'a version from before a deletion does not write what was created since',
    async run({ store }) {
      await store.set(key, octetsOf('one'), { ttlMs });
      const version = await versionOf(store, key);
      await store.delete(key);
      assert.equal(await store.set(key, octetsOf('two'), { ttlMs, ifVersion: version }), false, 'on nothing');
      assert.equal(await store.set(key, octetsOf('one'), { ttlMs, ifVersion: null }), true);
      assert.equal(
        await store.set(key, octetsOf('three'), { ttlMs, ifVersion: version }),
        false,
        'on the new one',
      );
    },
  },
  {
    id: 'cas-one-winner',
    title: 'of 50 that create at once exactly one wins, and its value is there',
    run: ({ store }) => oneWinner([store]),
  },
  {
    id: 'cas-one-winner-of-two',
    title: 'the same through two store objects',
    async run({ store, second }) {
      assert(second, 'no second store was opened');
      await oneWinner([store, second]);
    },
  },
  {
    id: 'cas-counter',
    title: '8 that count up to 25 each, in turns by compare-and-set, reach 200',
    run: ({ store }) => countUp([store]),
  },
  {
    id: 'cas-counter-of-two',
    title: 'the same through two store objects',
    async run({ store, second }) {
      assert(second, 'no second store was opened');
      await countUp([store, second]);
    },
  },
];

async function oneWinner(stores: readonly Store[]): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const contested = `${key}:${8000 + round}`;
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        pick(stores, index).set(contested, octetsOf(`of ${index}`), { ttlMs, ifVersion: null }),
      ),
    );
    const winners = won.flatMap((hasWon, index) => (hasWon ? [`of ${index}`] : []));
    assert.equal(winners.length, 1, `${winners.length} have won`);
    assert.deepEqual([textOf(await pick(stores, 0).get(contested))], winners);
  }
}

async function countUp(stores: readonly Store[]): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, (_, index) => countTo25(pick(stores, index))));
  assert.equal(textOf(await pick(stores, 0).get(key)), '200');
}

async function countTo25(store: Store): Promise<void> {
  for (let counted = 0; counted < 25; ) {
    const present = await store.get(key);
    const next = octetsOf(String(Number(textOf(present) ?? '0') + 1));
    if (await store.set(key, next, { ttlMs, ifVersion: present?.version ?? null })) counted += 1;
  }
}

function pick(stores: readonly Store[], index: number): Store {
  const store = stores[index % stores.length];
  assert(store);
  return store;
}
