import { describe, expect, it } from 'vitest';
import { lineKey, lockKey } from './keys.ts';
import { acquireLock } from './lock.ts';
import { createMemoryStore } from './memory.ts';
import type { Store } from './store.ts';
import { createTieredStore, type TieredOperation, type TieredStore } from './tiered.ts';

const key = 'https://example.com';
const ttlMs = 60_000;

interface Setup {
  clock: { now(): number; advance(ms: number): void };
  /** The store as other machines see it. */
  shared: Store;
  tiered: TieredStore;
  /** Breaks or restores the connection to the shared store. */
  cut(isGone: boolean): void;
  reads(): number;
  failures: TieredOperation[];
}

function setup({ freshMs = 1000, maxBytes = 1_000_000 } = {}): Setup {
  let now = 1_000_000;
  let isGone = false;
  let reads = 0;
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
  const shared = createMemoryStore({ clock });
  const reach = <T>(operation: () => Promise<T>): Promise<T> =>
    isGone ? Promise.reject(new Error('gone')) : operation();
  const lower: Store = {
    get: (name) => {
      reads += 1;
      return reach(() => shared.get(name));
    },
    set: (name, value, options) => reach(() => shared.set(name, value, options)),
    delete: (name) => reach(() => shared.delete(name)),
  };
  const failures: TieredOperation[] = [];
  const upper = createMemoryStore({ clock, maxBytes });
  const onLowerFailure = (_: unknown, operation: TieredOperation): void => void failures.push(operation);
  const tiered = createTieredStore({ upper, lower, freshMs, clock, onLowerFailure });
  return {
    clock,
    shared,
    tiered,
    cut: (value) => {
      isGone = value;
    },
    reads: () => reads,
    failures,
  };
}

const octets = (value: number): Uint8Array => Uint8Array.of(value);

async function valueIn(store: Store, name = key): Promise<number | undefined> {
  return (await store.get(name))?.value[0];
}

describe('tiered store: freshness', () => {
  it('asks below once while a record is fresh, and again after that', async () => {
    const { tiered, shared, clock, reads } = setup();
    await shared.set(key, octets(1), { ttlMs });
    for (let index = 0; index < 10; index += 1) expect(await valueIn(tiered)).toBe(1);
    expect(reads()).toBe(1);
    await shared.set(key, octets(2), { ttlMs });
    clock.advance(1000);
    expect(await valueIn(tiered)).toBe(2);
    expect(tiered.counts()).toMatchObject({ upperHits: 9, lowerFailures: 0 });
  });

  it('keeps the version of the lower tier, so that compare-and-set on it works', async () => {
    const { tiered, shared } = setup();
    await shared.set(key, octets(1), { ttlMs });
    await tiered.get(key);
    const ifVersion = (await tiered.get(key))?.version ?? '';
    expect(await tiered.set(key, octets(2), { ttlMs, ifVersion })).toBe(true);
    expect(await valueIn(shared)).toBe(2);
    expect(await valueIn(tiered)).toBe(2);
  });

  it('is refused when somebody else was first below, and sees their value at once', async () => {
    const { tiered, shared } = setup();
    await shared.set(key, octets(1), { ttlMs });
    const ifVersion = (await tiered.get(key))?.version ?? '';
    await shared.set(key, octets(2), { ttlMs });
    expect(await tiered.set(key, octets(3), { ttlMs, ifVersion })).toBe(false);
    expect(await valueIn(tiered)).toBe(2);
  });

  it('reads below after a lock was taken, because its former holder may have stored something', async () => {
    const { tiered, shared, clock } = setup();
    await shared.set(key, octets(1), { ttlMs });
    expect(await valueIn(tiered)).toBe(1);
    await shared.set(key, octets(2), { ttlMs });
    expect(await acquireLock(tiered, lockKey(key), { ttlMs, clock })).toBeDefined();
    expect(await valueIn(tiered)).toBe(2);
  });

  it('never keeps a lock above', async () => {
    const { tiered, shared, clock } = setup();
    const lock = await acquireLock(shared, lockKey(key), { ttlMs, clock });
    expect(await acquireLock(tiered, lockKey(key), { ttlMs, clock })).toBeUndefined();
    await lock?.release();
    clock.advance(1);
    expect(await acquireLock(tiered, lockKey(key), { ttlMs, clock })).toBeDefined();
  });

  it('forgets above what was deleted below by others, and passes its own deletions down', async () => {
    const { tiered, shared, clock } = setup();
    await tiered.set(key, octets(1), { ttlMs });
    await tiered.delete(key);
    expect([await valueIn(tiered), await valueIn(shared)]).toEqual([undefined, undefined]);
    await tiered.set(key, octets(2), { ttlMs });
    await shared.delete(key);
    clock.advance(1000);
    expect(await valueIn(tiered)).toBeUndefined();
  });

  it('works with a value that is too large for the upper tier', async () => {
    const { tiered } = setup({ maxBytes: 10_000 });
    await tiered.set(key, octets(1), { ttlMs });
    await tiered.set(key, new Uint8Array(20_000).fill(2), { ttlMs });
    expect(await valueIn(tiered)).toBe(2);
  });
});

describe('tiered store: lower tier gone', () => {
  it('answers with what was seen last, and counts it', async () => {
    const { tiered, shared, cut, clock, failures } = setup();
    await shared.set(key, octets(1), { ttlMs });
    await tiered.get(key);
    cut(true);
    clock.advance(5000);
    expect(await valueIn(tiered)).toBe(1);
    expect(await valueIn(tiered, 'https://other.example')).toBeUndefined();
    expect(tiered.counts()).toMatchObject({ lowerFailures: 2, localReads: 2 });
    expect(failures).toEqual(['get', 'get']);
  });

  it('answers with its own last write', async () => {
    const { tiered, cut } = setup();
    await tiered.set(key, octets(1), { ttlMs });
    cut(true);
    expect(await valueIn(tiered)).toBe(1);
  });

  it('decides compare-and-set for this process', async () => {
    const { tiered, cut } = setup();
    cut(true);
    const won = await Promise.all(
      Array.from({ length: 10 }, (_, index) => tiered.set(key, octets(index), { ttlMs, ifVersion: null })),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    const ifVersion = (await tiered.get(key))?.version ?? '';
    expect(await tiered.set(key, octets(20), { ttlMs, ifVersion })).toBe(true);
    expect(await tiered.set(key, octets(21), { ttlMs, ifVersion })).toBe(false);
    expect(await valueIn(tiered)).toBe(20);
  });

  it('goes on from a version that was read below before', async () => {
    const { tiered, shared, cut } = setup();
    await shared.set(key, octets(1), { ttlMs });
    const ifVersion = (await tiered.get(key))?.version ?? '';
    cut(true);
    expect(await tiered.set(key, octets(2), { ttlMs, ifVersion })).toBe(true);
    expect(await tiered.set(key, octets(3), { ttlMs, ifVersion })).toBe(false);
  });

  it('brings down what was written meanwhile, where nothing is there', async () => {
    const { tiered, shared, cut } = setup();
    cut(true);
    await tiered.set(key, octets(1), { ttlMs });
    cut(false);
    expect(await valueIn(tiered)).toBe(1);
    expect(await valueIn(shared)).toBe(1);
    expect(tiered.counts()).toMatchObject({ localWrites: 1, broughtDown: 1 });
  });

  it('gives way to what somebody else has stored meanwhile', async () => {
    const { tiered, shared, cut } = setup();
    cut(true);
    await tiered.set(key, octets(1), { ttlMs });
    const ifVersion = (await tiered.get(key))?.version ?? '';
    cut(false);
    await shared.set(key, octets(2), { ttlMs });
    expect(await tiered.set(key, octets(3), { ttlMs, ifVersion })).toBe(false);
    expect(await valueIn(tiered)).toBe(2);
  });

  it('does not bring down what was deleted there, or what has expired', async () => {
    const { tiered, shared, cut, clock } = setup();
    await tiered.set(key, octets(1), { ttlMs });
    await shared.delete(key);
    expect(await valueIn(tiered)).toBeUndefined();
    cut(true);
    await tiered.set(key, octets(2), { ttlMs: 10 });
    cut(false);
    clock.advance(10);
    expect([await valueIn(tiered), await valueIn(shared)]).toEqual([undefined, undefined]);
  });

  it('locks within this process, and lets nobody keep such a lock against the others', async () => {
    const { tiered, shared, cut, clock } = setup();
    cut(true);
    const lock = await acquireLock(tiered, lockKey(key), { ttlMs, clock });
    expect(lock).toBeDefined();
    expect(await acquireLock(tiered, lockKey(key), { ttlMs, clock })).toBeUndefined();
    cut(false);
    const other = await acquireLock(shared, lockKey(key), { ttlMs, clock });
    expect(other).toBeDefined();
    expect(await lock?.isHeld()).toBe(false);
    expect(await lock?.release()).toBe(false);
    expect(await other?.isHeld()).toBe(true);
  });

  it('does not stand in for a line of instants: who reserves must know', async () => {
    const { tiered, cut, failures } = setup();
    cut(true);
    const line = lineKey(key, 'foobot');
    await expect(tiered.get(line)).rejects.toThrow('gone');
    await expect(tiered.set(line, octets(1), { ttlMs, ifVersion: null })).rejects.toThrow('gone');
    expect(failures).toEqual(['get', 'set']);
  });

  it('rejects a deletion that did not happen below', async () => {
    const { tiered, cut } = setup();
    cut(true);
    await expect(tiered.delete(key)).rejects.toThrow('gone');
  });
});
