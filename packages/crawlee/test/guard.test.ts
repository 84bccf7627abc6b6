import {
  type CrawleeRequest,
  createRobotsGuard,
  RobotsSkipError,
  type SkippedRequest,
  withRobots,
} from '@robots-exclusion/crawlee';
import { describe, expect, it } from 'vitest';
import { FakeQueue, fakeClient, start } from './fakes.ts';

const site = 'https://a.example';
const clock = { now: () => start };

function guard() {
  const client = fakeClient(clock);
  const skipped: SkippedRequest[] = [];
  const onSkippedRequest = (request: SkippedRequest) => void skipped.push(request);
  return {
    client,
    skipped,
    robots: createRobotsGuard({ client, clock, onSkippedRequest, maxHookSeconds: 5 }),
  };
}

describe('the navigation hook', () => {
  it('lets pass what may be fetched', async () => {
    const { robots, client } = guard();
    await robots.preNavigationHook({ request: { url: `${site}/1` } }, {});
    expect(client.reserved).toEqual([`${site}/1`]);
  });

  it.each([
    [
      'disallowed',
      { action: 'skip' } as const,
      /robots.txt says skip \(rfc9309\/2xx\): https:\/\/a.example\/1/,
    ],
    [
      'deferred beyond its patience',
      { action: 'defer', retryAt: start + 301_000 } as const,
      /says defer \(rfc9309\/2xx, not before 2026-01-01T00:05:01.000Z\)/,
    ],
  ])('ends what is %s, without another try', async (_, answer, message) => {
    const { robots, client, skipped } = guard();
    client.answers.set('/1', answer);
    const request = { url: `${site}/1`, noRetry: false };
    const ending = robots.preNavigationHook({ request });
    await expect(ending).rejects.toThrow(RobotsSkipError);
    await expect(ending).rejects.toThrow(message);
    expect([request.noRetry, skipped.length, skipped[0]!.decision.action]).toEqual([true, 1, answer.action]);
  });

  it('keeps the turn of what it cannot wait for: of 12 at once every one is made, and no retry is counted', async () => {
    const time = { at: start, now: () => time.at };
    const client = fakeClient(time);
    const skipped: SkippedRequest[] = [];
    const robots = createRobotsGuard({
      client,
      clock: time,
      onSkippedRequest: (request) => void skipped.push(request),
      maxHookSeconds: 0.02,
    });
    client.delaySeconds = 0.01;
    const made: string[] = [];
    let waiting: CrawleeRequest[] = Array.from({ length: 12 }, (_, index) => ({
      url: `${site}/${index}`,
      retryCount: 0,
    }));
    // As in Crawlee, a request that may be retried goes back to the queue, and the return counts as a retry.
    for (let rounds = 0; waiting.length > 0 && rounds < 12; rounds++) {
      const ended = await Promise.allSettled(waiting.map((request) => robots.preNavigationHook({ request })));
      const back = waiting.filter((_, index) => ended[index]!.status === 'rejected');
      made.push(...waiting.filter((request) => !back.includes(request)).map(({ url }) => url));
      for (const request of back) {
        expect(request.noRetry).toBeUndefined();
        expect(request.retryCount).toBeLessThan(0);
        request.retryCount! += 1;
      }
      waiting = back;
      time.at += 20;
    }
    expect(made).toHaveLength(12);
    expect(skipped).toEqual([]);
    // Each turn was used exactly once.
    expect(client.reserved.toSorted()).toEqual(made.toSorted());
  });
});

it('the navigation hook keeps what waits for robots.txt for maxDeferSeconds, counted from the first failure', async () => {
  const time = { at: start, now: () => time.at };
  const client = fakeClient(time);
  const skipped: SkippedRequest[] = [];
  const onSkippedRequest = (request: SkippedRequest) => void skipped.push(request);
  const robots = createRobotsGuard({ client, clock: time, onSkippedRequest, maxHookSeconds: 0 });
  const unreachable = () => ({ action: 'defer', retryAt: time.at + 60_000 }) as const;
  const request: CrawleeRequest = { url: `${site}/1`, retryCount: 0 };
  for (let minute = 0; minute < 5; minute++) {
    client.answers.set('/1', unreachable());
    await expect(robots.preNavigationHook({ request })).rejects.toThrow(
      'A robots.txt that cannot be read now',
    );
    time.at += 60_000;
  }
  expect([request.noRetry, request.retryCount, skipped]).toEqual([undefined, -5, []]);
  client.answers.set('/1', unreachable());
  await expect(robots.preNavigationHook({ request })).rejects.toThrow(RobotsSkipError);
  expect([request.noRetry, robots.notFetched.deferred]).toEqual([true, 1]);
  client.answers.delete('/1');
  await robots.preNavigationHook({ request: { url: `${site}/1` } });
});

describe('the redirect hook', () => {
  it('asks before a redirect is followed, after the hooks of got that are there', async () => {
    const { robots, client, skipped } = guard();
    client.answers.set('/no', { action: 'skip' });
    const order: string[] = [];
    const own = async () => void order.push('own');
    const got: { hooks: { beforeRedirect: ((next: { url: URL }) => Promise<void>)[] } } = {
      hooks: { beforeRedirect: [own] },
    };
    const request: CrawleeRequest = { url: `${site}/1` };
    await robots.redirectHook({ request }, got);
    const [first, asking] = got.hooks.beforeRedirect;
    await first?.({ url: new URL(`${site}/2`) });
    await asking?.({ url: new URL(`${site}/2`) });
    expect([order, request.noRetry]).toEqual([['own'], undefined]);
    await expect(asking?.({ url: new URL(`${site}/no`) })).rejects.toThrow(RobotsSkipError);
    expect([request.noRetry, skipped.map(({ url }) => url)]).toEqual([true, [`${site}/no`]]);
    // A browser crawler does not pass got's options. The request must be checked all the same.
    await robots.redirectHook({ request });
  });

  it('keeps the delay where requests are sent, in the order in which they come', async () => {
    const { robots, client } = guard();
    client.answers.set('/slow', { crawlDelaySeconds: 0.05 });
    const sent: number[] = [];
    const real = createRobotsGuard({ client });
    for (let times = 0; times < 3; times++) {
      await real.redirectHook({ request: { url: `${site}/slow` } });
      sent.push(performance.now());
    }
    for (const [index, at] of sent.slice(1).entries()) expect(at - (sent[index] ?? 0)).toBeGreaterThan(49);
    expect(robots.notFetched).toEqual({ disallowed: 0, deferred: 0, refused: 0 });
  });
});

describe('a Host field names the site that is asked', () => {
  const address = 'http://192.0.2.1';
  const shut = { Host: 'shut.example' };

  function guarded() {
    const made = guard();
    made.client.answers.set('shut.example', { action: 'skip' });
    return made;
  }

  it('of a request in a queue', async () => {
    const { robots, client, skipped } = guarded();
    const queue = new FakeQueue();
    queue.waiting.push(
      { url: `${address}/1`, headers: shut },
      { url: `${address}/2`, headers: { host: 'b.example' } },
    );
    expect((await robots.manage(queue).fetchNextRequest())?.url).toBe(`${address}/2`);
    expect(client.checked).toEqual(['http://shut.example/1', 'http://b.example/2']);
    expect(client.reserved).toEqual(['http://b.example/2']);
    expect(skipped.map(({ url, decision }) => [url, decision.url])).toEqual([
      [`${address}/1`, 'http://shut.example/1'],
    ]);
  });

  it('of a request in a hook, of got’s options, and of a redirect', async () => {
    const { robots } = guarded();
    await expect(
      robots.preNavigationHook({ request: { url: `${address}/1`, headers: shut } }),
    ).rejects.toThrow(RobotsSkipError);
    const request = { url: `${address}/1` };
    await expect(robots.redirectHook({ request }, { headers: { host: 'shut.example' } })).rejects.toThrow(
      RobotsSkipError,
    );
    type Asking = (next: { url: URL; headers: Record<string, string> }) => Promise<void>;
    const got: { headers: object; hooks?: { beforeRedirect: Asking[] } } = { headers: { host: 'b.example' } };
    await robots.redirectHook({ request }, got);
    const next = { url: new URL(`${address}/2`), headers: { host: 'shut.example' } };
    await expect(got.hooks?.beforeRedirect[0]?.(next)).rejects.toThrow(RobotsSkipError);
  });

  it('of what is filtered', async () => {
    const kept: unknown[] = [];
    for await (const one of guarded().robots.filter([{ url: address, headers: shut }, { url: address }]))
      kept.push(one);
    expect(kept).toEqual([{ url: address }]);
  });
});

describe('the filter', () => {
  it('drops what is disallowed, keeps what is worth waiting for', async () => {
    const { robots, client, skipped } = guard();
    client.answers.set('/no', { action: 'skip' }).set('/later', { action: 'defer', retryAt: start + 1 });
    const kept: unknown[] = [];
    for await (const one of robots.filter([
      `${site}/yes`,
      { url: `${site}/no` },
      { url: `${site}/later`, label: 'x' },
    ])) {
      kept.push(one);
    }
    expect(kept).toEqual([`${site}/yes`, { url: `${site}/later`, label: 'x' }]);
    expect(skipped.map(({ url }) => url)).toEqual([`${site}/no`]);
  });
});

describe('RobotsTxtFile', () => {
  it('answers for the crawler where Crawlee asks for *', async () => {
    const file = await guard().robots.robotsTxtFile(`${site}/`);
    expect([file.isAllowed(`${site}/foo`), file.isAllowed(`${site}/all`)]).toEqual([false, true]);
    expect([file.isAllowed(`${site}/foo`, 'BarBot'), file.isAllowed(`${site}/all`, 'BarBot')]).toEqual([
      true,
      false,
    ]);
    expect([file.getCrawlDelay(), file.getCrawlDelay('BarBot')]).toEqual([3, undefined]);
    expect(file.isAllowed('https://b.example/foo')).toBe(true);
  });

  it('names sitemaps near by, or all', async () => {
    const file = await guard().robots.robotsTxtFile(`${site}/`);
    expect(file.getSitemaps()).toEqual([`${site}/map.xml`]);
    expect(file.getSitemaps({ enqueueStrategy: 'same-origin' })).toEqual([`${site}/map.xml`]);
    expect(file.getSitemaps({ enqueueStrategy: 'all' })).toEqual([
      `${site}/map.xml`,
      'https://other.example/map.xml',
    ]);
  });

  it.each([
    ['unreachable', false],
    ['no-rules', true],
  ] as const)('%s: %s', async (outcome, allowed) => {
    const { client, robots } = guard();
    client.robots = async (url) => ({
      url: String(url),
      origin: site,
      robotsUrl: `${site}/robots.txt`,
      outcome,
      policyRow: '',
    });
    const file = await robots.robotsTxtFile(`${site}/`);
    expect(file.isAllowed(`${site}/x`)).toBe(allowed);
    expect(file.getSitemaps()).toEqual([]);
  });
});

/** The parts of Crawlee's BasicCrawler that the subclass uses. */
class Crawler {
  requestManager?: FakeQueue;
  told: unknown[] = [];
  tornDown = 0;
  options: { respectRobotsTxtFile?: unknown };
  constructor(options: { respectRobotsTxtFile?: unknown } = {}) {
    this.options = options;
    this.handleSkippedRequest = this.handleSkippedRequest.bind(this);
  }
  async getRequestQueue() {
    this.requestManager ??= new FakeQueue(`${site}/no`, `${site}/yes`);
    return this.requestManager;
  }
  async initializeRequestManager() {}
  async getRobotsTxtFileForUrl(_url: string): Promise<{ isAllowed(url: string): boolean } | undefined> {
    return undefined;
  }
  async isAllowedBasedOnRobotsTxtFile(_url: string) {
    return true;
  }
  async handleSkippedRequest(skipped: { url: string; reason: string }) {
    this.told.push(skipped);
  }
  async teardown() {
    this.tornDown += 1;
  }
}

describe('a crawler with robots', () => {
  function crawler(options?: { respectRobotsTxtFile?: unknown }) {
    const client = fakeClient(clock);
    client.answers.set('/no', { action: 'skip' }).set('/later', { action: 'defer', retryAt: start + 1000 });
    return { client, crawler: new (withRobots(Crawler, { client, clock }))(options) };
  }

  it('is asked to respect robots.txt, whatever its options say', () => {
    expect(crawler().crawler.options).toEqual({ respectRobotsTxtFile: true });
    expect(crawler({ respectRobotsTxtFile: false }).crawler.options).toEqual({ respectRobotsTxtFile: true });
  });

  it('takes its requests through the guard, wrapped once', async () => {
    const { crawler: one } = crawler();
    await one.getRequestQueue();
    const manager = one.requestManager;
    await one.getRequestQueue();
    await one.initializeRequestManager();
    expect(one.requestManager).toBe(manager);
    expect((await manager!.fetchNextRequest())?.url).toBe(`${site}/yes`);
    expect(one.told).toMatchObject([
      { url: `${site}/no`, reason: 'robotsTxt', decision: { action: 'skip' } },
    ]);
  });

  it('keeps links that cannot be decided on yet', async () => {
    const { crawler: one } = crawler();
    expect(await one.isAllowedBasedOnRobotsTxtFile(`${site}/no`)).toBe(false);
    expect(await one.isAllowedBasedOnRobotsTxtFile(`${site}/later`)).toBe(true);
    expect((await one.getRobotsTxtFileForUrl(`${site}/`))!.isAllowed(`${site}/foo`)).toBe(false);
  });

  it('adds the decision to what Crawlee reports by itself', async () => {
    const { crawler: one } = crawler();
    await one.handleSkippedRequest({ url: `${site}/no`, reason: 'robotsTxt' });
    await one.handleSkippedRequest({ url: `${site}/no`, reason: 'limit' });
    expect(one.told).toMatchObject([{ decision: { action: 'skip' } }, { reason: 'limit' }]);
    expect(one.told[1]).not.toHaveProperty('decision');
    // A link counts once, on however many pages it is found.
    await one.handleSkippedRequest({ url: `${site}/no`, reason: 'robotsTxt' });
    const told: string[] = [];
    Object.assign(one, { log: { info: (text: string) => told.push(text) } });
    await one.teardown();
    expect(told).toEqual(['robots.txt: 1 page not fetched: 1 disallowed']);
  });

  it('looks up another token where the option names one', async () => {
    const { crawler: one } = crawler({ respectRobotsTxtFile: { userAgent: 'BarBot' } });
    const file = await one.getRobotsTxtFileForUrl(`${site}/`);
    expect([file!.isAllowed(`${site}/foo`), file!.isAllowed(`${site}/all`)]).toEqual([true, false]);
  });

  it('ends as its class does, and says what was not fetched', async () => {
    const { crawler: one } = crawler();
    const told: string[] = [];
    Object.assign(one, { log: { info: (text: string) => told.push(text) } });
    await one.getRequestQueue();
    await one.requestManager!.fetchNextRequest();
    await one.teardown();
    expect([one.tornDown, told]).toEqual([1, ['robots.txt: 1 page not fetched: 1 disallowed']]);
  });
});

describe('misuse', () => {
  it.each([
    ['no client', () => createRobotsGuard({} as never), /"client"/],
    ['nothing', () => createRobotsGuard(undefined as never), /"client"/],
    [
      'a number out of range',
      () => createRobotsGuard({ client: fakeClient(clock), maxHeld: 0 }),
      /maxHeld "0"/,
    ],
    [
      'a listener that is none',
      () => createRobotsGuard({ client: fakeClient(clock), onSkippedRequest: 1 as never }),
      /"1"/,
    ],
    [
      'a class that is not a crawler',
      () => withRobots(Map, { client: fakeClient(clock) }),
      /"Map".*getRequestQueue/,
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
