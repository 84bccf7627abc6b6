import { describe, expect, it } from 'vitest';
import { createMemoryStore } from './memory.ts';

const ttlMs = 60_000;

async function count(keys: AsyncIterable<string> | undefined): Promise<number> {
  let found = 0;
  for await (const _ of keys ?? []) found += 1;
  return found;
}

describe('createMemoryStore', () => {
  it('stays below its bytes and forgets the least recently used first', async () => {
    const store = createMemoryStore({ maxBytes: 100_000 });
    for (let index = 0; index < 1000; index += 1) {
      await store.set(`https://${index}.example`, new Uint8Array(1000), { ttlMs });
      await store.get('https://0.example');
    }
    const kept = await count(store.keys?.(''));
    expect(kept).toBeGreaterThan(60);
    expect(kept).toBeLessThan(100);
    expect(await store.get('https://0.example')).toBeDefined();
    expect(await store.get('https://1.example')).toBeUndefined();
  });

  it('rejects a value that it could never hold, and keeps the former one', async () => {
    const store = createMemoryStore({ maxBytes: 10_000 });
    await store.set('key', Uint8Array.of(1), { ttlMs });
    await expect(store.set('key', new Uint8Array(20_000), { ttlMs })).rejects.toMatchObject({
      code: 'STORE_TOO_LARGE',
    });
    expect((await store.get('key'))?.value).toEqual(Uint8Array.of(1));
  });

  it('measures lifetimes with the clock handed in, also one that starts at 0 or jumps back', async () => {
    let now = 0;
    const store = createMemoryStore({ clock: { now: () => now } });
    await store.set('key', Uint8Array.of(1), { ttlMs: 10 });
    now = -5;
    expect(await store.get('key')).toBeDefined();
    now = 10;
    expect(await store.get('key')).toBeUndefined();
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses maxBytes %s', (maxBytes) => {
    expect(() => createMemoryStore({ maxBytes })).toThrow(RangeError);
  });
});
