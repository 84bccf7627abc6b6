import { Keyv } from 'keyv';
import { describe, expect, it } from 'vitest';
import { createKeyvStore } from './keyv.ts';

const key = 'https://example.com';
const ttlMs = 60_000;

describe('createKeyvStore', () => {
  it('survives what Keyv serialises to and back', async () => {
    const lines = new Map<string, unknown>();
    const write = createKeyvStore({ keyv: new Keyv({ store: lines, namespace: 'robots' }) });
    await write.set(key, Uint8Array.of(0, 58, 255), { ttlMs });
    expect([...lines.values()].every((line) => typeof line === 'string')).toBe(true);
    const read = createKeyvStore({ keyv: new Keyv({ store: lines, namespace: 'robots' }) });
    expect((await read.get(key))?.value).toEqual(Uint8Array.of(0, 58, 255));
  });

  it("takes strangers' values for absent", async () => {
    const keyv = new Keyv();
    const store = createKeyvStore({ keyv });
    for (const stranger of ['text', 7, { value: 1 }, 'x'.repeat(36), '0'.repeat(36), null, [1]]) {
      await keyv.set(key, stranger);
      expect(await store.get(key)).toBeUndefined();
      expect(await store.set(key, Uint8Array.of(1), { ttlMs, ifVersion: null })).toBe(true);
    }
  });

  it('rejects when Keyv could not write, recognized by its answer or by an error', async () => {
    const broken = { get: async () => undefined, delete: async () => true };
    const answering = createKeyvStore({ keyv: { ...broken, set: async () => false } });
    await expect(answering.set(key, new Uint8Array(1), { ttlMs })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    const throwing = createKeyvStore({ keyv: { ...broken, set: () => Promise.reject(new Error('disk')) } });
    await expect(throwing.set(key, new Uint8Array(1), { ttlMs })).rejects.toThrow('disk');
  });

  it('knows how long memcached keeps values, and takes the number of other adapters', () => {
    class KeyvMemcache extends Map {}
    const thirtyDaysMs = 2_592_000_000;
    expect(createKeyvStore({ keyv: new Keyv({ store: new KeyvMemcache() }) }).maxTtlMs).toBe(thirtyDaysMs);
    expect(createKeyvStore({ keyv: new Keyv(), maxTtlMs: 5000 }).maxTtlMs).toBe(5000);
    expect(createKeyvStore({ keyv: new Keyv() }).maxTtlMs).toBeUndefined();
  });

  it('rejects in time when Keyv never answers, and goes on with other keys', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const keyv = { get: never, set: never, delete: never };
    const store = createKeyvStore({ keyv, timeoutMs: 50, pauseMs: 10 });
    await expect(store.get(key)).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
    await expect(store.set(key, new Uint8Array(1), { ttlMs })).rejects.toMatchObject({
      code: expect.stringMatching(/^STORE_/),
    });
    await expect(store.delete('https://other.example')).rejects.toMatchObject({
      code: expect.stringMatching(/^STORE_/),
    });
  });
});
