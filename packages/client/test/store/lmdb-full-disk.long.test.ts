/** docs/fleet.md, "When it goes wrong": LMDB on a disk that is really full, including how LMDB closes there. */
import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeLmdb, createLmdbStore, type LmdbRoot } from '@robots-exclusion/client';
import { mayMount, needs } from '@robots-exclusion/testkit';
import { open } from 'lmdb';
import { describe, expect, it, onTestFinished } from 'vitest';

const mib = 1024 * 1024;
const ttlMs = 60_000;

/** A separate file system in memory. */
async function smallDisk(bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'robots-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Fills the disk, except for this many octets. */
function fill(folder: string, left: number): string {
  const { bsize, bfree } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, new Uint8Array(Math.max(0, bsize * bfree - left)));
  return ballast;
}

/** Counts the writes that reach the `lmdb` package. */
function countedRoot(root: LmdbRoot & { path: string }): { root: LmdbRoot; sent: () => number } {
  let sent = 0;
  const openDB: LmdbRoot['openDB'] = (options) => {
    const database = root.openDB(options)!;
    return new Proxy(database, {
      get(target, name) {
        const value = Reflect.get(target, name, target) as unknown;
        if (typeof value !== 'function') return value;
        if (['put', 'remove', 'transaction'].includes(String(name))) sent += 1;
        return value.bind(target);
      },
    });
  };
  return { root: { path: root.path, openDB }, sent: () => sent };
}

describe('LMDB on a full disk', needs('a file system of its own: run as root on Linux', mayMount()), () => {
  it('sends no write, reads on, and writes again as soon as there is room', async () => {
    const folder = await smallDisk(16 * mib);
    const opened = open({ path: join(folder, 'store') });
    const { root, sent } = countedRoot(opened as unknown as LmdbRoot & { path: string });
    const store = createLmdbStore({ root });
    expect(await store.set('a', Buffer.alloc(1000, 1), { ttlMs })).toBe(true);
    expect(await store.set('old', Buffer.alloc(10), { ttlMs: 1 })).toBe(true);
    await store.reserve?.('line', { count: 1, delayMs: 1000, waitMs: 0, now: Date.now() });
    const ballast = fill(folder, mib / 2);
    const before = sent();
    const refused = { code: 'STORE_FAILED', message: expect.stringContaining('the disk is full') as string };
    await expect(store.set('b', Buffer.alloc(10), { ttlMs })).rejects.toMatchObject(refused);
    await expect(store.set('a', Buffer.alloc(10), { ttlMs, ifVersion: null })).resolves.toBe(false);
    await expect(store.delete('a')).rejects.toMatchObject(refused);
    await expect(
      store.reserve?.('line', { count: 1, delayMs: 1000, waitMs: 0, now: Date.now() }),
    ).rejects.toMatchObject(refused);
    expect(await store.get('old')).toBeUndefined();
    expect((await store.get('a'))?.value).toEqual(new Uint8Array(1000).fill(1));
    expect(sent()).toBe(before);

    execFileSync('rm', [ballast]);
    expect(await store.set('b', Buffer.alloc(10), { ttlMs })).toBe(true);
    expect((await store.get('b'))?.value).toHaveLength(10);
    expect(await closeLmdb(opened, { withinMs: 20_000 })).toBe(true);
  });

  it('counts what is on its way: a thousand writes at once are written or refused, none fails on the disk', async () => {
    const folder = await smallDisk(8 * mib);
    const root = open({ path: join(folder, 'store') });
    const store = createLmdbStore({ root: root as unknown as LmdbRoot, timeoutMs: 100_000 });
    const value = Buffer.alloc(20_000, 7);
    const written = await Promise.allSettled(
      Array.from({ length: 1000 }, (_, at) => store.set(`k${at}`, value, { ttlMs })),
    );
    const reasons = new Set(
      written.flatMap((each) =>
        each.status === 'rejected' ? [(each.reason as Error).message.replace(/\d+/g, 'N')] : [],
      ),
    );
    expect([...reasons]).toEqual([
      'LMDB cannot write: the disk is full: it has N octets left, and N are needed',
    ]);
    for (const [at, { status }] of written.entries()) {
      expect((await store.get(`k${at}`)) !== undefined).toBe(status === 'fulfilled');
    }
    expect(await closeLmdb(root, { withinMs: 20_000 })).toBe(true);
  });
});
