/** Tests the limits for one agent, on fetches per minute and on concurrent work, and the errors for rejected work. */

import { type Pool, WorkError } from '@robots-exclusion/client/pool';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { FetchLimitError, fetchBudget } from './fetch-budget.ts';
import { checkedLimits } from './options.ts';
import { createWork } from './work/work.ts';

describe('the budget of fetches', () => {
  const budget = (perClient: number, total: number) => {
    const clock = { now: 1_000_000 };
    const take = fetchBudget({ perClient, total }, () => clock.now);
    const refusedUntil = (client: string): number | undefined => {
      try {
        take(client);
        return undefined;
      } catch (error) {
        expect(error).toBeInstanceOf(FetchLimitError);
        expect((error as Error).name).toBe('FetchLimitError');
        expect((error as Error).message).toMatch(
          /^This server has reached its limit of fetches per minute: no request was sent to the site$/,
        );
        return (error as FetchLimitError).retryAt;
      }
    };
    return { clock, refusedUntil };
  };

  it('lets a client fetch as often as stated in any 60 seconds, and says when again', () => {
    const { clock, refusedUntil } = budget(2, 100);
    expect(refusedUntil('a')).toBeUndefined();
    clock.now += 1000;
    expect(refusedUntil('a')).toBeUndefined();
    expect(refusedUntil('a')).toBe(1_060_000);
    expect(refusedUntil('b')).toBeUndefined();
    clock.now = 1_059_999;
    expect(refusedUntil('a')).toBe(1_060_000);
    clock.now = 1_060_000;
    expect(refusedUntil('a')).toBeUndefined();
    expect(refusedUntil('a')).toBe(1_061_000);
    clock.now = 1_121_000;
    expect([refusedUntil('a'), refusedUntil('a')]).toEqual([undefined, undefined]);
    expect(refusedUntil('a')).toBe(1_181_000);
  });

  it('limits all clients together', () => {
    const { clock, refusedUntil } = budget(2, 3);
    refusedUntil('a');
    clock.now += 10;
    expect([refusedUntil('b'), refusedUntil('b')]).toEqual([undefined, undefined]);
    expect(refusedUntil('c')).toBe(1_060_000);
    expect(refusedUntil('b')).toBe(1_060_010);
    clock.now = 1_060_000;
    expect(refusedUntil('c')).toBeUndefined();
    expect(refusedUntil('a')).toBe(1_060_010 + 60_000 - 60_000);
  });
});

describe('limits of a server', () => {
  it('have defaults; those of all clients follow those of one', () => {
    expect(checkedLimits()).toEqual({
      ...{ maxUrls: 100, fetchesPerMinute: 60, totalFetchesPerMinute: 600 },
      ...{ maxRobotsBytes: DEFAULT_MAX_BYTES, workTimeoutMs: 5000 },
    });
    expect(checkedLimits({ fetchesPerMinute: 7, maxUrls: 1 })).toMatchObject({
      ...{ maxUrls: 1, fetchesPerMinute: 7, totalFetchesPerMinute: 70 },
    });
    expect(checkedLimits({ totalFetchesPerMinute: 5 }).totalFetchesPerMinute).toBe(5);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3'])('%s is an error', (value) => {
    expect(() => checkedLimits({ maxUrls: value as number })).toThrow(
      new RangeError(`Cannot use maxUrls ${JSON.stringify(value)}: expected a positive integer`),
    );
  });

  it('an unknown one is an error that names those that are', () => {
    expect(() => checkedLimits({ maxUrl: 1 } as never)).toThrow(
      new RangeError(
        'Cannot use limit "maxUrl": expected maxUrls, fetchesPerMinute, totalFetchesPerMinute, maxRobotsBytes, workTimeoutMs',
      ),
    );
  });
});

describe('work that fails', () => {
  const failing = (error: unknown, signal = new AbortController().signal) => {
    const orders: unknown[] = [];
    const pool = {
      run: (...asked: unknown[]) => {
        orders.push(asked);
        return Promise.reject(error);
      },
    } as unknown as Pool;
    return { orders, ran: createWork(pool, 'me').run('operation', { name: 'lint' } as never, signal) };
  };

  it.each([
    [
      new WorkError('deadline'),
      'too-expensive',
      'The work exceeded the limit on processor time for one call and was stopped',
    ],
    [new WorkError('busy'), 'overloaded', 'Too much work is queued: try again later'],
    [
      new WorkError('client-busy'),
      'client-busy',
      'Too much of your work is queued: try again when it has been answered',
    ],
    [new WorkError('closed'), 'shutting-down', 'The server is closing'],
    [
      new WorkError('failed', { code: 'ERR_WORKER_OUT_OF_MEMORY', message: 'm' } as never),
      'too-expensive',
      'The work failed: the file needs too much memory',
    ],
    [new WorkError('failed', { code: 'invalid-request', message: 'm' } as never), 'invalid-request', 'm'],
    [new WorkError('failed', { code: 'x', message: 'm' } as never), 'internal-error', 'The work failed: m'],
  ])('says why: %s', async (error, code, message) => {
    await expect(failing(error).ran).rejects.toMatchObject({ code, message });
  });

  it('reaches a caller who still waits, and changes no other error', async () => {
    const fault = new Error('a defect');
    const { orders, ran } = failing(fault);
    await expect(ran).rejects.toBe(fault);
    expect(orders).toMatchObject([[{ name: 'operation' }, { name: 'lint' }, { client: 'me' }]]);
    const reason = new Error('gone');
    await expect(failing(new WorkError('busy'), AbortSignal.abort(reason)).ran).rejects.toBe(reason);
  });
});
