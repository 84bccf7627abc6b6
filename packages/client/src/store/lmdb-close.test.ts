import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { expect, it, vi } from 'vitest';
import { createRoom } from './lmdb-room.ts';
import { closeLmdb } from './lmdb-root.ts';

const roots: [string, () => PromiseLike<unknown> | undefined, boolean][] = [
  ['closes', async () => {}, true],
  ['closes at once', () => undefined, true],
  ['never settles', () => new Promise(() => {}), false],
  ['rejects', async () => Promise.reject(new Error('Commit failed')), false],
  [
    'throws',
    () => {
      throw new Error('closed already');
    },
    false,
  ],
];

it.each(roots)('settles where lmdb %s', async (_, close, isClosed) => {
  vi.useFakeTimers();
  const closing = closeLmdb({ close }, { withinMs: 50 });
  await vi.advanceTimersByTimeAsync(60);
  expect(await closing).toBe(isClosed);
  vi.useRealTimers();
});

it('closes a real root, and says of one that is closed already what lmdb says', async () => {
  const path = await mkdtemp(join(tmpdir(), 'robots-close-'));
  const root = open({ path });
  expect(await closeLmdb(root, { withinMs: 20_000 })).toBe(true);
  expect(typeof (await closeLmdb(root, { withinMs: 20_000 }))).toBe('boolean');
});

it.each([[-1], [Number.NaN], [2 ** 31], ['1']])('refuses withinMs %s', async (withinMs) => {
  await expect(closeLmdb({ close: async () => {} }, { withinMs: withinMs as number })).rejects.toThrow(
    RangeError,
  );
});

it('after a refusal that the free room did not foretell, waits for more of it', async () => {
  let free: number | undefined = 5_000_000;
  const room = createRoom(() => free);
  expect(room.hasGained()).toBe(false);
  room.noteRefusal();
  free = 6_000_000;
  expect(room.hasGained()).toBe(false);
  free = 6_048_576;
  expect(room.hasGained()).toBe(true);
  free = undefined;
  expect([room.hasGained(), room.isThere()]).toEqual([false, true]);
  expect(await room.write(1e9, async () => 'unknown room is no reason to refuse')).toContain('unknown');
});
