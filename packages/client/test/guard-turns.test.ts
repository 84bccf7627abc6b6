/** Tests how calls of one guard wait for one site, and for whom a guard asks. */
import {
  createClient,
  GuardError,
  type GuardOptions,
  guard,
  type RobotsClient,
} from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { steppedClock } from './stepped-clock.ts';

type Time = ReturnType<typeof steppedClock>;

/** A site, and a client that read its robots.txt a minute ago. */
async function known(robots: string, time: Time): Promise<{ client: RobotsClient; page: string }> {
  const site = await startHttpOrigin({ '/robots.txt': robots });
  const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' }, clock: time });
  onTestFinished(async () => {
    await client.close();
    await site.close();
  });
  const page = `${site.origin}/page`;
  await client.check(page);
  time.advance(60_000);
  return { client, page };
}

/** The time until which a call is deferred, in milliseconds from now. */
async function deferredBy(call: Promise<unknown>, time: Time): Promise<number> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GuardError);
  expect(error).toMatchObject({ code: 'ROBOTS_DEFERRED' });
  return ((error as GuardError).retryAt ?? 0) - time.now();
}

it('a call that would have to wait too long behind others is deferred at once, with its own time', async () => {
  const time = steppedClock();
  const { client, page } = await known('User-agent: *\nCrawl-delay: 10\n', time);
  const within = (maxWaitMs: number): GuardOptions => ({ maxWaitMs, waitUntil: time.waitUntil });
  // The first call waits for nobody.
  await guard(client, within(0))(page);
  const second = guard(client, within(10_000))(page);
  await time.someoneWaits();
  expect(await deferredBy(guard(client, within(19_999))(page), time)).toBe(20_000);
  const third = guard(client, within(20_000))(page);
  expect(await deferredBy(guard(client, within(29_999))(page), time)).toBe(30_000);
  await time.runUntil(Promise.all([second, third]));
  await third;
});

it('a call that is aborted while others are before it gives up its turn', async () => {
  const time = steppedClock();
  const { client, page } = await known('User-agent: *\nCrawl-delay: 10\n', time);
  const ask = guard(client, { waitUntil: time.waitUntil });
  await ask(page);
  const second = ask(page);
  await time.someoneWaits();
  const stop = new AbortController();
  const third = ask(page, { signal: stop.signal });
  const begun = time.now();
  const fourth = ask(page);
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort('not needed');
  await expect(third).rejects.toBe('not needed');
  await time.runUntil(Promise.all([second, fourth]));
  await fourth;
  expect(time.now() - begun).toBe(20_000);
});

const PROFILE = { token: 'BarBot', fallbackTokens: ['BarFallback'], appliesStar: true };

it.each<[string, GuardOptions]>([
  ['product tokens', { productTokens: ['BarBot', 'BarFallback'] }],
  ['a profile', { profile: PROFILE }],
])('a guard asks for the crawler that its options name: %s', async (_, options) => {
  const { client, page } = await known('User-agent: BarFallback\nDisallow: /page\n', steppedClock());
  await expect(guard(client)(page)).resolves.toMatchObject({ action: 'fetch' });
  await expect(guard(client, options)(page)).rejects.toMatchObject({ code: 'ROBOTS_DISALLOWED' });
});

it('a User-Agent with a fallback token of the profile is the crawler’s', async () => {
  const { client, page } = await known('', steppedClock());
  const ask = guard(client, { profile: PROFILE });
  const warnings: unknown[] = [];
  const note = (warning: Error & { code?: string }): void => {
    if (warning.code === 'ROBOTS_IDENTITY') warnings.push(warning.message);
  };
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  await ask(page, { userAgent: 'barfallback/2.0' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
  await ask(page, { userAgent: 'FooBot/1.0' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([expect.stringContaining('BarBot, BarFallback')]);
});
