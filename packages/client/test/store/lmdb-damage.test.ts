/**
 * Failures of LMDB: a read-only root, expired values, a damaged file. A full disk needs a separate process (see
 * test/fleet).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open as openFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLmdbStore, findLmdbDamage, type Store } from '@robots-exclusion/client';
import { open } from 'lmdb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { settableClock, temporaryFolder } from './stores.ts';

const key = 'https://example.com';
const ttlMs = 60_000;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function fill(path: string, count: number): Promise<void> {
  const root = open({ path });
  const store = createLmdbStore({ root });
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      store.set(`${key}:${index + 1}`, new Uint8Array(3000), { ttlMs }),
    ),
  );
  await root.close();
}

/** A process that holds an LMDB write transaction until its standard input is closed. */
function holdFile(path: string): ChildProcess {
  const script = `
    const root = require('lmdb').open({ path: ${JSON.stringify(path)} });
    root.transactionSync(() => {
      process.send('held');
      // Until the other end of the pipe is closed.
      require('fs').readSync(0, Buffer.alloc(1));
    });
    process.exit(0);`;
  return spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    cwd: import.meta.dirname,
  });
}

/** The exit code or signal of a process that reads everything in a store and writes to it. */
async function readAll(path: string): Promise<[code: number | null, signal: string | null]> {
  const script = `
    const root = require('lmdb').open({ path: ${JSON.stringify(path)} });
    const database = root.openDB({ name: 'robots-exclusion-1', encoding: 'binary', useVersions: true });
    for (const { value } of database.getRange({})) value.reduce((sum, octet) => sum + octet, 0);
    database.put('another', Buffer.alloc(9000), 1).then(() => root.close());`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore', cwd: import.meta.dirname });
  const [code, signal] = await once(child, 'exit');
  return [code, signal];
}

describe('LMDB store, read-only', () => {
  function openReadOnly(path: string, clock = settableClock()): Store {
    const root = open({ path, readOnly: true });
    closers.push(() => root.close());
    return createLmdbStore({ root, clock });
  }

  it('reads, and rejects writes with a reason', async () => {
    const path = await temporaryFolder();
    await fill(path, 1);
    const store = openReadOnly(path);
    expect((await store.get(`${key}:1`))?.value).toHaveLength(3000);
    expect(await store.set(`${key}:1`, new Uint8Array(1), { ttlMs, ifVersion: null })).toBe(false);
    await expect(store.set(key, new Uint8Array(1), { ttlMs })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    await expect(store.delete(key)).rejects.toThrow('read-only');
  });

  it('takes what has expired for absent without being able to remove it', async () => {
    const path = await temporaryFolder();
    await fill(path, 1);
    const store = openReadOnly(path, settableClock(Date.now() + ttlMs));
    expect(await store.get(`${key}:1`)).toBeUndefined();
  });

  it('is empty where nobody has stored anything yet', async () => {
    const path = await temporaryFolder();
    const other = open({ path });
    await other.put('of another program', 1);
    const store = openReadOnly(path);
    expect(await store.get(key)).toBeUndefined();
    await other.close();
  });
});

describe('LMDB store', () => {
  it('keeps what was written over a restart, and its version too', async () => {
    const path = await temporaryFolder();
    const first = open({ path });
    const before = createLmdbStore({ root: first });
    await before.set(key, Uint8Array.of(1), { ttlMs });
    const version = (await before.get(key))?.version ?? '';
    await first.close();
    const second = open({ path });
    closers.push(() => second.close());
    const after = createLmdbStore({ root: second });
    expect(await after.set(key, Uint8Array.of(2), { ttlMs, ifVersion: version })).toBe(true);
  });

  it('removes what has expired from the file, also what nobody asks for any more', async () => {
    const path = await temporaryFolder();
    const root = open({ path });
    closers.push(() => root.close());
    const clock = settableClock();
    const store = createLmdbStore({ root, clock });
    const inFile = (): number => root.openDB({ name: 'robots-exclusion-1', encoding: 'binary' }).getCount();
    for (let index = 0; index < 300; index += 1)
      await store.set(`${key}:${index + 1}`, Uint8Array.of(1), { ttlMs });
    clock.advance(ttlMs);
    for (let index = 0; index < 300; index += 1)
      await store.set(`ftp://${index}.example`, Uint8Array.of(1), { ttlMs });
    expect(inFile()).toBeLessThan(320);
  });

  it('rejects a write in time while another process holds the file, and goes on reading', async () => {
    const path = await temporaryFolder();
    await fill(path, 1);
    const holder = holdFile(path);
    closers.push(() => holder.kill('SIGKILL'));
    const root = open({ path });
    closers.push(() => root.close());
    const store = createLmdbStore({ root, timeoutMs: 200 });
    await once(holder, 'message');
    // The test decides when the pause in writing is over.
    vi.useFakeTimers({ toFake: ['performance'] });
    closers.push(() => vi.useRealTimers());
    await expect(store.set(key, Uint8Array.of(1), { ttlMs })).rejects.toMatchObject({
      code: 'STORE_TIMEOUT',
    });
    await expect(store.set(key, Uint8Array.of(1), { ttlMs })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect((await store.get(`${key}:1`))?.value).toHaveLength(3000);
    holder.stdin?.end();
    await once(holder, 'exit');
    vi.advanceTimersByTime(1000);
    // Writes finish in time again, because no process holds the file.
    const patient = createLmdbStore({ root });
    expect(await patient.set(key, Uint8Array.of(2), { ttlMs })).toBe(true);
    await expect.poll(() => store.set(key, Uint8Array.of(2), { ttlMs }).catch(() => 'late')).toBe(true);
  });

  it('never removes, as expired, what has been written since', async () => {
    const root = open({ path: await temporaryFolder() });
    closers.push(() => root.close());
    const clock = settableClock();
    const store = createLmdbStore({ root, clock });
    await store.set(key, Uint8Array.of(1), { ttlMs: 1 });
    clock.advance(1);
    // A second writer. Its value for the key is not committed yet when the 64th write below starts a sweep.
    const value = Buffer.alloc(9, 2);
    value.writeDoubleBE(clock.now() + ttlMs);
    const other = root.openDB({ name: 'robots-exclusion-1', encoding: 'binary', useVersions: true });
    const later = other.put('of the other', value, 1).then(() => other.put(key, value, 2));
    const names = Array.from({ length: 64 }, (_, index) => `https://${index}.example`);
    await Promise.all(names.map((name) => store.set(name, Uint8Array.of(1), { ttlMs })));
    await later;
    await store.set('https://last.example', Uint8Array.of(1), { ttlMs });
    expect((await store.get(key))?.value).toEqual(Uint8Array.of(2));
  });

  it('creates anew what was just found to be expired', async () => {
    const root = open({ path: await temporaryFolder() });
    closers.push(() => root.close());
    const clock = settableClock();
    const store = createLmdbStore({ root, clock });
    await store.set(key, Uint8Array.of(1), { ttlMs });
    clock.advance(ttlMs);
    expect(await store.get(key)).toBeUndefined();
    expect(await store.set(key, Uint8Array.of(2), { ttlMs, ifVersion: null })).toBe(true);
  });

  it('rejects a key that LMDB cannot hold, in every operation', async () => {
    const root = open({ path: await temporaryFolder() });
    closers.push(() => root.close());
    const store = createLmdbStore({ root });
    for (const name of ['', `https://${'a'.repeat(3000)}`]) {
      await expect(store.get(name)).rejects.toMatchObject({ code: 'STORE_TOO_LARGE' });
      await expect(store.set(name, new Uint8Array(1), { ttlMs })).rejects.toMatchObject({
        code: 'STORE_TOO_LARGE',
      });
      await expect(store.delete(name)).rejects.toMatchObject({ code: 'STORE_TOO_LARGE' });
    }
  });

  it('takes a value of somebody else for absent', async () => {
    const root = open({ path: await temporaryFolder() });
    closers.push(() => root.close());
    const store = createLmdbStore({ root });
    const database = root.openDB({ name: 'robots-exclusion-1', encoding: 'binary', useVersions: true });
    await database.put(key, Buffer.from('short'), 1);
    expect(await store.get(key)).toBeUndefined();
    expect(await store.set(key, Uint8Array.of(1), { ttlMs, ifVersion: null })).toBe(true);
  });
});

describe('findLmdbDamage', () => {
  it('finds nothing wrong with a sound file, an empty folder and no folder', async () => {
    const path = await temporaryFolder();
    expect(await findLmdbDamage(path)).toBeUndefined();
    expect(await findLmdbDamage(join(path, 'none'))).toBeUndefined();
    await fill(path, 500);
    expect(await findLmdbDamage(path)).toBeUndefined();
    expect(await findLmdbDamage(join(path, 'data.mdb'))).toBeUndefined();
  });

  it('finds a file that was cut short', async () => {
    const path = await temporaryFolder();
    await fill(path, 500);
    await truncate(join(path, 'data.mdb'), 300_000);
    expect(await findLmdbDamage(path)).toContain('cut short');
    await truncate(join(path, 'data.mdb'), 4200);
    expect(await findLmdbDamage(path)).toContain('second page');
  });

  it('lets no cut of a small store end the process that reads all of it', async () => {
    const path = await temporaryFolder();
    await fill(path, 12);
    const file = join(path, 'data.mdb');
    const whole = await readFile(file);
    const pageBytes = 4096;
    expect(whole.length).toBeLessThan(64 * pageBytes);
    const cuts = Array.from({ length: whole.length / pageBytes }, (_, pages) => pages * pageBytes + 100);
    for (const length of [...cuts, whole.length - 1, whole.length - pageBytes]) {
      await writeFile(file, whole.subarray(0, length));
      const damage = await findLmdbDamage(path);
      if (damage === undefined) expect(await readAll(path), `cut to ${length}`).toEqual([0, null]);
      else expect(damage).toMatch(/cut short|page is not an LMDB page/);
    }
    await writeFile(file, whole.subarray(0, 5 * pageBytes));
    expect(await findLmdbDamage(path)).toContain('cut short');
  });

  it('takes a file for sound while another process writes to it', async () => {
    const path = await temporaryFolder();
    await fill(path, 50);
    const root = open({ path });
    closers.push(() => root.close());
    const store = createLmdbStore({ root });
    for (let round = 0; round < 20; round += 1) {
      const writes = Array.from({ length: 10 }, (_, index) =>
        store.set(`${key}:${round}-${index}`, new Uint8Array(9000), { ttlMs }),
      );
      expect(await findLmdbDamage(path)).toBeUndefined();
      await Promise.all(writes);
    }
  });

  it('finds a file that is overwritten at its beginning, or none of LMDB', async () => {
    const path = await temporaryFolder();
    await fill(path, 10);
    const file = await openFile(join(path, 'data.mdb'), 'r+');
    await file.write(Buffer.alloc(4096, 'x'), 0, 4096, 0);
    await file.close();
    expect(await findLmdbDamage(path)).toContain('first page');
    expect(await readdir(path)).toContain('data.mdb');
  });
});
