/** Tests that a request releases its resources exactly once, when it ends, and that it cannot take more after that. */
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { ProblemError } from '../problems.ts';
import { createShares, RequestShare } from './shares.ts';

const LIMITS = {
  ...{ maxConcurrentRequests: 3, maxConcurrentRequestsPerClient: 2, maxStreams: 3, maxStreamsPerClient: 2 },
  ...{ maxHeldBytes: 100, maxHeldBytesPerClient: 60, maxFetches: 3, maxFetchesPerClient: 2 },
  ...{ cpuMsPerSecond: 10, cpuBurstMs: 100 },
};

const opened = () => {
  const shares = createShares({ ...defaultLimits(2), ...LIMITS });
  return { shares, of: (client: string) => new RequestShare(shares, client) };
};

const busy = (detail: string) => ({
  problem: 'client-busy',
  facts: { retryAfter: 1, detail: `${detail} for this client` },
});
const full = (detail: string) => ({ problem: 'overloaded', facts: { retryAfter: 1, detail } });

describe.each([
  ['requests', (share: RequestShare) => share.begin(), 'Too many requests are in progress'],
  ['streams', (share: RequestShare) => share.openStream(), 'Too many streams are open'],
] as const)('the %s at a time', (name, take, detail) => {
  it('are limited for a client and for all, and end with the request, once', () => {
    const { shares, of } = opened();
    const first = of('a');
    expect(take(first)).toBeUndefined();
    expect(take(of('a'))).toBeUndefined();
    const refused = of('a');
    expect(take(refused)).toEqual(busy(detail));
    expect(take(of('b'))).toBeUndefined();
    expect(take(of('b'))).toEqual(full(detail));
    refused.end();
    expect(shares[name].taken()).toBe(3);
    first.end();
    first.end();
    expect(shares[name].taken()).toBe(2);
    expect(take(of('b'))).toBeUndefined();
  });
});

it('a request that is answered no longer counts; its stream does', () => {
  const { shares, of } = opened();
  const share = of('a');
  expect(share.isStream).toBe(false);
  share.begin();
  share.openStream();
  expect(share.isStream).toBe(true);
  share.endAnswering();
  share.endAnswering();
  expect([shares.requests.taken(), shares.streams.taken()]).toEqual([0, 1]);
  share.end();
  expect([shares.requests.taken(), shares.streams.taken(), share.isStream]).toEqual([0, 0, false]);
});

describe('octets', () => {
  it('are held up to the limits, and all are released at the end', () => {
    const { shares, of } = opened();
    const share = of('a');
    expect(share.isHolding).toBe(false);
    share.hold(40);
    share.hold(20);
    expect(() => share.hold(1)).toThrow(
      expect.objectContaining(busy('Too many octets are in memory')) as unknown as Error,
    );
    of('b').hold(40);
    expect(() => of('b').hold(1)).toThrow(
      expect.objectContaining(full('Too many octets are in memory')) as unknown as Error,
    );
    expect(shares.held.taken()).toBe(100);
    share.release(10);
    expect([shares.held.taken(), share.isHolding]).toEqual([90, true]);
    share.end();
    expect([shares.held.taken(), share.isHolding]).toEqual([40, false]);
    share.release(10);
    share.end();
    expect(shares.held.taken()).toBe(40);
  });

  it('are not held after the end', () => {
    const { shares, of } = opened();
    const share = of('a');
    share.end();
    expect(() => share.hold(1)).toThrow(ProblemError);
    expect(() => share.hold(1)).toThrow(
      expect.objectContaining({ problem: 'request-timeout' }) as unknown as Error,
    );
    expect(shares.held.taken()).toBe(0);
  });

  it('that are all given back are not held', () => {
    const share = opened().of('a');
    share.hold(5);
    share.release(5);
    expect(share.isHolding).toBe(false);
  });
});

it('fetches take turns: a client has its share at a time, and a wait ends with its signal', async () => {
  const { of } = opened();
  const share = of('a');
  const end = await share.takeFetch();
  await share.takeFetch();
  const third = share.takeFetch();
  const cancel = new AbortController();
  const fourth = share.takeFetch(cancel.signal);
  cancel.abort(new Error('gone'));
  await expect(fourth).rejects.toThrow('gone');
  await of('b').takeFetch();
  end();
  await third;
});

it('processor time is counted for the client', () => {
  const { of, shares } = opened();
  const share = of('a');
  expect(share.waitForCpu()).toBeUndefined();
  shares.cpu.spend('a', 150);
  expect(share.waitForCpu()).toBe(6);
  expect(of('a').waitForCpu()).toBe(6);
  expect(of('b').waitForCpu()).toBeUndefined();
});
