import { createGate, turns } from '@robots-exclusion/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockKey } from './keys.ts';
import { acquireLock, whileLocked } from './lock.ts';
import { waitForLock } from './lock-wait.ts';
import { createMemoryStore } from './memory.ts';
import type { Store } from './store.ts';

const key = lockKey('https://example.com');
const ttlMs = 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function settable(startsAt = 1_000_000): { now(): number; advance(ms: number): void } {
  let now = startsAt;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

function setup(): { clock: ReturnType<typeof settable>; store: Store } {
  const clock = settable();
  return { clock, store: createMemoryStore({ clock }) };
}

/** A store that never forgets expired values, so that readers must check lifetimes. */
function forgetsNothing(): Store {
  const store = createMemoryStore();
  return {
    ...store,
    set: (name, value, options) => store.set(name, value, { ...options, ttlMs: 3_600_000 }),
  };
}

describe('acquireLock', () => {
  it('gives the lock to one, and again after it was released', async () => {
    const { store, clock } = setup();
    const lock = await acquireLock(store, key, { ttlMs, clock });
    expect(await acquireLock(store, key, { ttlMs, clock })).toBeUndefined();
    expect(await lock?.release()).toBe(true);
    expect(await acquireLock(store, key, { ttlMs, clock })).toBeDefined();
  });

  it('gives it to exactly one of 100 that ask at once', async () => {
    const { store, clock } = setup();
    const locks = await Promise.all(
      Array.from({ length: 100 }, () => acquireLock(store, key, { ttlMs, clock })),
    );
    expect(locks.filter(Boolean)).toHaveLength(1);
  });

  it('lets somebody else take over after its time, and tells the former holder', async () => {
    const { store, clock } = setup();
    const dead = await acquireLock(store, key, { ttlMs, clock });
    clock.advance(ttlMs - 1);
    expect(await acquireLock(store, key, { ttlMs, clock })).toBeUndefined();
    clock.advance(1);
    const next = await acquireLock(store, key, { ttlMs, clock });
    expect(next).toBeDefined();
    expect(await dead?.isHeld()).toBe(false);
    expect(await dead?.renew()).toBe(false);
    expect(await dead?.release()).toBe(false);
    expect(await next?.isHeld()).toBe(true);
  });

  it('keeps the lock as long as it is renewed', async () => {
    const { store, clock } = setup();
    const lock = await acquireLock(store, key, { ttlMs, clock });
    for (let renewals = 0; renewals < 5; renewals += 1) {
      clock.advance(ttlMs - 100);
      expect(await lock?.renew()).toBe(true);
    }
    expect(await acquireLock(store, key, { ttlMs, clock })).toBeUndefined();
  });

  it('takes over after twice its time from a store that does not forget, not before', async () => {
    const store = forgetsNothing();
    const clock = settable();
    await acquireLock(store, key, { ttlMs, clock });
    clock.advance(ttlMs * 2 - 1);
    expect(await acquireLock(store, key, { ttlMs, clock })).toBeUndefined();
    clock.advance(1);
    expect(await acquireLock(store, key, { ttlMs, clock })).toBeDefined();
  });

  it('takes an unreadable record for no lock', async () => {
    for (const text of ['', 'rubbish', 'robots-lock/2 a 1 1', 'x'.repeat(5000), 'robots-lock/1 a NaN 1']) {
      const { store, clock } = setup();
      await store.set(key, new TextEncoder().encode(text), { ttlMs: 60_000 });
      expect(await acquireLock(store, key, { ttlMs, clock }), text).toBeDefined();
    }
  });

  it('rejects a lifetime that is none', async () => {
    const { store, clock } = setup();
    await expect(acquireLock(store, key, { ttlMs: 0, clock })).rejects.toThrow(RangeError);
  });

  it('fences: who lost the lock cannot overwrite what the next holder stored', async () => {
    const { store, clock } = setup();
    const record = 'https://example.com';
    const ofSlow = (await store.get(record))?.version ?? null;
    await acquireLock(store, key, { ttlMs, clock });
    clock.advance(ttlMs);
    await acquireLock(store, key, { ttlMs, clock });
    expect(await store.set(record, Uint8Array.of(2), { ttlMs: 60_000, ifVersion: null })).toBe(true);
    expect(await store.set(record, Uint8Array.of(1), { ttlMs: 60_000, ifVersion: ofSlow })).toBe(false);
    expect((await store.get(record))?.value).toEqual(Uint8Array.of(2));
  });
});

describe('whileLocked', () => {
  it('keeps a short lock through a long work, and gives it back', async () => {
    const store = createMemoryStore();
    const lock = await acquireLock(store, key, { ttlMs: 150 });
    if (lock === undefined) throw new Error('no lock');
    const result = await whileLocked(lock, 150, async () => {
      await vi.advanceTimersByTimeAsync(500);
      return [await lock.isHeld(), await acquireLock(store, key, { ttlMs: 150 })];
    });
    expect(result).toEqual([true, undefined]);
    expect(await acquireLock(store, key, { ttlMs: 150 })).toBeDefined();
  });

  it('gives it back when the work fails', async () => {
    const store = createMemoryStore();
    const lock = await acquireLock(store, key, { ttlMs });
    if (lock === undefined) throw new Error('no lock');
    await expect(whileLocked(lock, ttlMs, () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    expect(await acquireLock(store, key, { ttlMs })).toBeDefined();
  });
});

describe('waitForLock', () => {
  const nothing = async (): Promise<undefined> => undefined;

  it('gives what is there, the lock, or up', async () => {
    const store = createMemoryStore();
    const there = await waitForLock(store, key, { ttlMs, look: async () => 'record', deadlineMs: 100 });
    expect(there).toMatchObject({ kind: 'there', value: 'record' });
    expect(await waitForLock(store, key, { ttlMs, look: nothing, deadlineMs: 100 })).toMatchObject({
      kind: 'locked',
    });
    const waiting = waitForLock(store, key, { ttlMs, look: nothing, deadlineMs: 100 });
    await vi.advanceTimersByTimeAsync(100);
    const late = await waiting;
    expect(late.kind).toBe('too-late');
    expect(late.waitedMs).toBeGreaterThanOrEqual(99);
  });

  it('sees what the former holder stored between the look and the lock', async () => {
    const store = createMemoryStore();
    let looks = 0;
    const look = async (): Promise<string | undefined> => {
      looks += 1;
      return looks > 1 ? 'record' : undefined;
    };
    expect(await waitForLock(store, key, { ttlMs, look, deadlineMs: 100 })).toMatchObject({ kind: 'there' });
    expect(await waitForLock(store, key, { ttlMs, look: nothing, deadlineMs: 100 })).toMatchObject({
      kind: 'locked',
    });
  });

  it('takes over from a dead holder', async () => {
    const store = createMemoryStore();
    await acquireLock(store, key, { ttlMs: 200 });
    const waiting = waitForLock(store, key, { ttlMs: 200, look: nothing, deadlineMs: 5000 });
    await vi.advanceTimersByTimeAsync(5000);
    const wait = await waiting;
    expect(wait.kind).toBe('locked');
    // The wait is the lifetime of the lock, plus at most the longest polling interval.
    expect(wait.waitedMs).toBeGreaterThanOrEqual(200);
    expect(wait.waitedMs).toBeLessThanOrEqual(400);
  });

  it('takes over a record that stays the same while every clock stands still', async () => {
    const clock = settable();
    const store = createMemoryStore({ clock });
    await acquireLock(store, key, { ttlMs: 200, clock });
    const waiting = waitForLock(store, key, { ttlMs: 200, clock, look: nothing, deadlineMs: 5000 });
    await vi.advanceTimersByTimeAsync(5000);
    expect((await waiting).kind).toBe('locked');
  });

  it('leaves a holder alone whose clock is an hour behind', async () => {
    const store = createMemoryStore();
    const hourAgo = { now: () => Date.now() - 3_600_000 };
    await acquireLock(store, key, { ttlMs: 60_000, clock: hourAgo });
    const waiting = waitForLock(store, key, { ttlMs: 60_000, look: nothing, deadlineMs: 200 });
    await vi.advanceTimersByTimeAsync(200);
    expect((await waiting).kind).toBe('too-late');
  });

  it('leaves a holder alone that renews', async () => {
    const store = createMemoryStore();
    const lock = await acquireLock(store, key, { ttlMs: 150 });
    if (lock === undefined) throw new Error('no lock');
    await whileLocked(lock, 150, async () => {
      const waiting = waitForLock(store, key, { ttlMs: 150, look: nothing, deadlineMs: 700 });
      await vi.advanceTimersByTimeAsync(700);
      expect((await waiting).kind).toBe('too-late');
    });
  });

  it('is woken when the lock is given back, and asks for nothing meanwhile', async () => {
    const inner = createMemoryStore();
    let reads = 0;
    const store: Store = {
      ...inner,
      async get(name) {
        reads += 1;
        return inner.get(name);
      },
    };
    const lock = await acquireLock(inner, key, { ttlMs: 60_000 });
    const looked = vi.fn(nothing);
    const waiting = waitForLock(store, key, { ttlMs: 60_000, look: looked, deadlineMs: 40_000 });
    await vi.advanceTimersByTimeAsync(39_000);
    // The first check is at the start, the second when the store has started listening.
    expect([reads, looked.mock.calls.length]).toEqual([2, 2]);
    await lock?.release();
    // The clock does not advance, so only the notification can wake the waiter.
    expect(await waiting).toMatchObject({ kind: 'locked', by: 'notice' });
  });

  it('asks with growing pauses where the store reports nothing, and says so', async () => {
    const { watch: _, ...deaf } = createMemoryStore();
    const refusing: Store = { ...deaf, watch: () => Promise.reject(new Error('no permission')) };
    for (const store of [deaf, refusing]) {
      const lock = await acquireLock(store, key, { ttlMs: 60_000 });
      const looked = vi.fn(nothing);
      const waiting = waitForLock(store, key, { ttlMs: 60_000, look: looked, deadlineMs: 40_000 });
      await vi.advanceTimersByTimeAsync(20_000);
      // After a long wait, there are one or two checks per second.
      expect(looked.mock.calls.length).toBeGreaterThanOrEqual(20);
      expect(looked.mock.calls.length).toBeLessThanOrEqual(60);
      await lock?.release();
      await vi.advanceTimersByTimeAsync(1000);
      const wait = await waiting;
      expect(wait).toMatchObject({ kind: 'locked', by: 'polling' });
      if (wait.kind === 'locked') await wait.lock.release();
    }
  });

  it('ends at once when aborted, and leaves no lock', async () => {
    const store = createMemoryStore();
    const lock = await acquireLock(store, key, { ttlMs: 60_000 });
    const controller = new AbortController();
    const options = { ttlMs, look: nothing, deadlineMs: 20_000, signal: controller.signal };
    const ended = expect(waitForLock(store, key, options)).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(50);
    controller.abort();
    // The clock does not advance after this line.
    await ended;
    await lock?.release();
    await expect(waitForLock(store, key, options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await acquireLock(store, key, { ttlMs })).toBeDefined();
  });

  it('gives a lock back that arrives after the abort', async () => {
    const inner = createMemoryStore();
    const controller = new AbortController();
    const gate = createGate();
    const slow: Store = {
      ...inner,
      async set(name, value, options) {
        controller.abort();
        await gate.opened;
        return inner.set(name, value, options);
      },
    };
    const options = { ttlMs: 60_000, look: nothing, deadlineMs: 1000, signal: controller.signal };
    await expect(waitForLock(slow, key, options)).rejects.toMatchObject({ name: 'AbortError' });
    gate.open();
    await turns();
    expect(await acquireLock(inner, key, { ttlMs })).toBeDefined();
  });
});
