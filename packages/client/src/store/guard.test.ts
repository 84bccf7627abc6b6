import { createGate, turns } from '@robots-exclusion/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGuard } from './guard.ts';

const never = (): Promise<never> => new Promise(() => undefined);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('createGuard', () => {
  it('gives up after its time, and then sends nothing for a while', async () => {
    const guard = createGuard({ name: 'Test', timeoutMs: 50, pauseMs: 100 });
    const refused = expect(guard.run(never)).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(50);
    await refused;
    let sent = 0;
    const send = async (): Promise<void> => {
      sent += 1;
    };
    for (const passedMs of [0, 99]) {
      await vi.advanceTimersByTimeAsync(passedMs);
      await expect(guard.run(send)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    }
    expect(sent).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await guard.run(send);
    expect(sent).toBe(1);
  });

  it('lets one go first after the pause', async () => {
    const guard = createGuard({ name: 'Test', timeoutMs: 50, pauseMs: 50 });
    await expect(guard.run(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(50);
    const gate = createGate();
    const probe = guard.run(() => gate.opened.then(() => 'back'));
    await expect(guard.run(async () => 'second')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    gate.open();
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
    const gate = createGate();
    const refused = expect(
      guard.run(() => gate.opened.then(() => Promise.reject(new Error('late')))),
    ).rejects.toMatchObject({ code: 'STORE_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(10);
    await refused;
    gate.open();
    await turns();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
