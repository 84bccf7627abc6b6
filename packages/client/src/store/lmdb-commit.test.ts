import { turns } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { createLmdbStore } from './lmdb.ts';
import type { LmdbDatabase, LmdbRoot } from './lmdb-root.ts';

/**
 * A root whose commits all fail, with lmdb's habits: the promise of a commit is there one turn after the write, gone
 * when the next write begins, and `committed` calls its first function unseen when there is none.
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
    // biome-ignore lint/suspicious/noThenProperty: that is what it is in lmdb.
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
