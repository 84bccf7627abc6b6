import { constants } from 'node:os';
import { turns } from '@robots-exclusion/testkit';
import { describe, expect, it, vi } from 'vitest';
import { createLmdbStore } from './lmdb.ts';
import type { LmdbDatabase, LmdbRoot } from './lmdb-root.ts';

/**
 * A root whose commits all fail, like lmdb on a full disk. The promise of a commit appears one turn of the event loop
 * after the write, and is gone when the next write begins. If no commit is in progress, `committed.then` calls its
 * first argument without checking that it is a function.
 */
function failingRoot(afterTurn: () => void): { root: LmdbRoot; commits: Promise<never>[] } {
  const commits: Promise<never>[] = [];
  let commit: Promise<never> | undefined;
  const write = (): Promise<boolean> => {
    commit = undefined;
    setImmediate(() => {
      commit = new Promise((_, reject) => setImmediate(reject, new Error('Commit failed')));
      commits.push(commit);
      queueMicrotask(afterTurn);
    });
    return Promise.resolve(true);
  };
  const committed = {
    // biome-ignore lint/suspicious/noThenProperty: lmdb's object is a thenable, too.
    then(fulfilled: (value: boolean) => void, rejected: (error: unknown) => void) {
      return commit !== undefined
        ? commit.then(fulfilled, rejected)
        : Promise.resolve().then(() => fulfilled(true));
    },
  };
  const database = { getEntry: () => undefined, put: write, remove: write, getRange: () => [], committed };
  return { root: { openDB: () => database as unknown as LmdbDatabase } as unknown as LmdbRoot, commits };
}

describe('commits of LMDB that fail', () => {
  it('are handled, also when another write begins before our turn', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    let writesLeft = 5;
    const writeMore = (): void => {
      if (writesLeft-- > 0) void store.set('https://example.com', new Uint8Array(1), { ttlMs: 1000 });
    };
    const { root, commits } = failingRoot(writeMore);
    const store = createLmdbStore({ root });
    await store.set('https://example.com', new Uint8Array(1), { ttlMs: 1000 });
    await turns();
    process.off('unhandledRejection', note);
    expect([commits.length, unhandled]).toEqual([6, []]);
  });
});

describe('a disk that takes no writes', () => {
  const { ENOSPC, EIO } = constants.errno;

  it.each([
    ['is full (ENOSPC)', ENOSPC],
    ['failed or is full (EIO)', EIO],
  ])('the disk %s: says so, tries no other write for 30 s, and reads on', async (reason, code) => {
    vi.useFakeTimers();
    let tries = 0;
    const refuse = (): Promise<boolean> => {
      tries += 1;
      const commitError = Promise.reject(Object.assign(new Error('x: Attempting to write page'), { code }));
      return Promise.reject(Object.assign(new Error('Commit failed'), { commitError }));
    };
    const expired = { value: new Uint8Array(9), version: 1 };
    const database = { getEntry: () => expired, put: refuse, remove: refuse, getRange: () => [] };
    const root = { openDB: () => database as unknown as LmdbDatabase } as unknown as LmdbRoot;
    const store = createLmdbStore({ root });
    const write = (): Promise<boolean> =>
      store.set('https://example.com', new Uint8Array(1), { ttlMs: 1000 });
    const failure = await write().catch((error: Error) => error);
    expect(failure).toMatchObject({
      message: `LMDB failed: the disk ${reason}`,
    });
    await vi.advanceTimersByTimeAsync(29_999);
    await expect(write()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await store.get('https://example.com')).toBeUndefined();
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(write()).rejects.toThrow('LMDB failed');
    expect(tries).toBe(2);
    vi.useRealTimers();
  });
});
