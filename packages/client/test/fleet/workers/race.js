/**
 * Creates the same keys as all other workers at the same time, then increments one key; reports which keys it won.
 */
import { openStore } from './open-store.js';
import { work } from './work.js';

const ttlMs = 600_000;

await work(
  ({ address }) => openStore(address),
  async (store, { name, keys, increments }) => {
    const won = [];
    for (const key of keys) {
      if (await store.set(key, Buffer.from(name), { ttlMs, ifVersion: null })) won.push(key);
    }
    for (let counted = 0; counted < increments; ) {
      const present = await store.get('counter');
      const next = Number(present ? Buffer.from(present.value) : 0) + 1;
      const ifVersion = present?.version ?? null;
      if (await store.set('counter', Buffer.from(String(next)), { ttlMs, ifVersion })) counted += 1;
    }
    const finals = {};
    for (const key of won) finals[key] = Buffer.from((await store.get(key)).value).toString();
    return { name, won, finals, counter: Number(Buffer.from((await store.get('counter')).value)) };
  },
);
