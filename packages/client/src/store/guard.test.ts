import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGuard } from './guard.ts';

const never = (): Promise<never> => new Promise(() => undefined);

describe('createGuard', () => {
  it('gives up after its time, and then sends nothing for a while', async () => {
    const guard = createGuard({ name: 'Test', timeoutMs: 50, pauseMs: 100 });
    await expect(guard.run(never)).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
    let isSent = false;
    const send = async (): Promise<void> => {
      isSent = true;
    };
    await expect(guard.run(send)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(isSent).toBe(false);
    await sleep(120);
    await guard.run(send);
    expect(isSent).toBe(true);
  });

  it('lets one go first after the pause', async () => {
    const guard = createGuard({ name: 'Test', timeoutMs: 50, pauseMs: 50 });
    await expect(guard.run(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await sleep(60);
    const probe = guard.run(async () => sleep(20, 'back'));
    await expect(guard.run(async () => 'second')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await probe).toBe('back');
    expect(await guard.run(async () => 'third')).toBe('third');
  });

  it('does not rest after an answer, if only an error', async () => {
    const guard = createGuard({ name: 'Test', timeoutMs: 50, pauseMs: 10_000, isAnswer: () => true });
    await expect(guard.run(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await guard.run(async () => 'next')).toBe('next');
  });

  it('leaves a rejection that comes too late handled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const guard = createGuard({ name: 'Test', timeoutMs: 10, pauseMs: 10 });
    await expect(
      guard.run(() => sleep(40).then(() => Promise.reject(new Error('late')))),
    ).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
    await sleep(80);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
