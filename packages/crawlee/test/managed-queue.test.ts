import { createRobotsGuard, type RobotsGuardOptions, type SkippedRequest } from '@robots-exclusion/crawlee';
import { describe, expect, it } from 'vitest';
import { FakeQueue, fakeClient, start } from './fakes.ts';

function guarded(urls: string[], options: Partial<RobotsGuardOptions> = {}) {
  const clock = { time: start, now: () => clock.time };
  const client = fakeClient(clock);
  const skipped: SkippedRequest[] = [];
  const onSkippedRequest = (request: SkippedRequest) => void skipped.push(request);
  const robots = createRobotsGuard({ client, clock, onSkippedRequest, ...options });
  const inner = new FakeQueue(...urls);
  const queue = robots.manage(inner);
  const next = async () => (await queue.fetchNextRequest())?.url ?? null;
  return { clock, client, skipped, robots, inner, queue, next };
}

const a = 'https://a.example';
const b = 'https://b.example';

describe('a managed queue', () => {
  it('hands out what may be fetched, in order', async () => {
    const { next, queue } = guarded([`${a}/1`, `${b}/1`, `${a}/2`]);
    expect([await next(), await next(), await next(), await next()]).toEqual([
      `${a}/1`,
      `${b}/1`,
      `${a}/2`,
      null,
    ]);
    expect(await queue.isEmpty()).toBe(true);
  });

  it('marks what is disallowed as handled, and reports it', async () => {
    const { next, client, skipped, inner, queue } = guarded([`${a}/no`, `${a}/yes`]);
    client.answers.set('/no', { action: 'skip' });
    expect(await next()).toBe(`${a}/yes`);
    expect(inner.handled).toEqual([{ url: `${a}/no`, noRetry: true, state: 7 }]);
    expect(skipped).toMatchObject([{ url: `${a}/no`, reason: 'robotsTxt', decision: { action: 'skip' } }]);
    await queue.markRequestHandled([...inner.lent][0] as never);
    expect(await queue.isFinished()).toBe(true);
  });

  it('keeps a Crawl-delay, while other origins go first', async () => {
    const { next, client, clock, queue } = guarded([`${a}/1`, `${a}/2`, `${a}/3`, `${b}/1`]);
    client.delaySeconds = 10;
    expect([await next(), await next(), await next()]).toEqual([`${a}/1`, `${b}/1`, null]);
    expect([await queue.isEmpty(), await queue.isFinished()]).toEqual([true, false]);
    clock.time += 9999;
    expect(await next()).toBe(null);
    clock.time += 1;
    expect(await queue.isEmpty()).toBe(false);
    expect([await next(), await next()]).toEqual([`${a}/2`, null]);
    clock.time += 10_000;
    expect([await next(), await next()]).toEqual([`${a}/3`, null]);
    expect(client.reserved.filter((url) => url.startsWith(a))).toHaveLength(3);
  });

  it('does not use an instant that it missed', async () => {
    const { next, client, clock } = guarded([`${a}/1`, `${a}/2`]);
    client.delaySeconds = 10;
    expect([await next(), await next()]).toEqual([`${a}/1`, null]);
    clock.time += 12_000;
    // The request's turn was two seconds ago, and the next turn may soon belong to another caller.
    expect(await next()).toBe(null);
    clock.time += 8000;
    expect(await next()).toBe(`${a}/2`);
    expect(client.reserved).toHaveLength(3);
  });

  it('waits while robots.txt is unreachable, then asks again', async () => {
    const { next, client, clock, queue } = guarded([`${a}/1`, `${b}/1`]);
    client.answers.set('a.example', { action: 'defer', outcome: 'unreachable', retryAt: start + 60_000 });
    expect([await next(), await next()]).toEqual([`${b}/1`, null]);
    client.answers.delete('a.example');
    // The request is returned while it waits, so that its lock in the queue does not expire.
    clock.time += 30_000;
    expect([await queue.isFinished(), await next()]).toEqual([false, `${a}/1`]);
  });

  it('skips what would have to wait too long, and says from when on it can be asked', async () => {
    const { next, client, clock, skipped } = guarded([`${a}/1`], { maxDeferSeconds: 100 });
    const defer = (seconds: number) =>
      client.answers.set('a.example', {
        action: 'defer',
        outcome: 'unreachable',
        retryAt: clock.time + seconds * 1000,
      });
    defer(60);
    expect([await next(), skipped.length]).toEqual([null, 0]);
    clock.time += 60_000;
    defer(120);
    expect([await next(), skipped.length]).toEqual([null, 1]);
    expect(skipped[0]!.decision).toMatchObject({ action: 'defer', retryAt: start + 180_000 });
  });

  it('holds no more than it may', async () => {
    const { next, client, inner, queue } = guarded(
      Array.from({ length: 10 }, (_, index) => `${a}/${index}`),
      { maxHeld: 3 },
    );
    client.delaySeconds = 10;
    expect([await next(), await next(), await next()]).toEqual([`${a}/0`, null, null]);
    expect([inner.waiting.length, await queue.isEmpty()]).toEqual([6, true]);
  });

  it('answers after a hundred skipped requests, and goes on when asked again', async () => {
    const { next, client, queue } = guarded(Array.from({ length: 150 }, (_, index) => `${a}/${index}`));
    client.answers.set('a.example', { action: 'skip' });
    expect([await next(), await queue.isEmpty()]).toEqual([null, false]);
    expect([await next(), await queue.isEmpty()]).toEqual([null, true]);
  });

  it('gives back what waits, and what cannot be asked about', async () => {
    const { next, client, inner, robots } = guarded([`${a}/1`, `${a}/2`, `${a}/3`]);
    client.delaySeconds = 10;
    await next();
    await next();
    await robots.release();
    expect(inner.waiting.map(({ url }) => url)).toEqual([`${a}/2`, `${a}/3`]);
    client.isClosed = true;
    await expect(next()).rejects.toThrow('closed');
    expect(inner.waiting).toHaveLength(2);
  });

  it('gives back what waited when its client was closed', async () => {
    const { next, client, clock, inner, robots } = guarded([`${a}/1`, `${a}/2`]);
    client.delaySeconds = 10;
    await next();
    await next();
    client.isClosed = true;
    clock.time += 10_000;
    await expect(next()).rejects.toThrow('closed');
    await robots.release();
    expect(inner.waiting.map(({ url }) => url)).toEqual([`${a}/2`]);
  });

  it('loses none and doubles none when many ask at once', async () => {
    const urls = Array.from({ length: 60 }, (_, index) => `https://${index % 7}.example/${index}`);
    const { client, clock, queue } = guarded(urls);
    client.delaySeconds = 1;
    const got: string[] = [];
    for (let round = 0; round < 40; round++) {
      const batch = await Promise.all(Array.from({ length: 8 }, () => queue.fetchNextRequest()));
      got.push(...batch.flatMap((request) => (request ? [request.url] : [])));
      clock.time += 500;
    }
    expect(got.toSorted()).toEqual(urls.toSorted());
  });

  it('is the queue that it was in all else', async () => {
    const { queue, inner } = guarded([`${a}/1`]);
    expect([queue.name, queue instanceof FakeQueue]).toEqual(['fake', true]);
    queue.name = 'renamed';
    expect(inner.name).toBe('renamed');
    const seen: string[] = [];
    for await (const { url } of queue as unknown as AsyncIterable<{ url: string }>) seen.push(url);
    expect(seen).toEqual([`${a}/1`]);
  });
});
