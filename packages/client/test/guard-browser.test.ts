/**
 * Tests `guardBrowser` with a session that behaves like Chromium's. Also tests guards whose callers report responses.
 */
import { createClient, guard } from '@robots-exclusion/client';
import { type AskedRequest, guardBrowser } from '@robots-exclusion/client/browser';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { steppedClock } from './stepped-clock.ts';

/** A fake Playwright or Puppeteer browser, with the commands that it received for paused requests. */
function fakeBrowser(kind: 'playwright' | 'puppeteer') {
  const sent: [string, unknown][] = [];
  const listeners: ((paused: never) => void)[] = [];
  const session = {
    on(event: string, listener: (paused: never) => void) {
      if (event === 'Fetch.requestPaused') listeners.push(listener);
    },
    async send(method: string, parameters?: { requestId?: string }) {
      if (method.startsWith('Target.')) throw new Error('not in this browser');
      if (method !== 'Fetch.enable') sent.push([method, parameters?.requestId]);
      return {};
    },
    detach: async () => {},
  };
  let isOpening = false;
  const newSession = async () => {
    // Puppeteer 25 loses the browser when one of two sessions that were opened at once is left.
    if (isOpening) throw new Error('Browser target is not found');
    isOpening = true;
    await Promise.resolve();
    isOpening = false;
    return { ...session };
  };
  const browser = {
    ...(kind === 'playwright'
      ? { newBrowserCDPSession: newSession }
      : { target: () => ({ createCDPSession: newSession }) }),
    close: async () => void sent.push(['close', undefined]),
  };
  /** Lets the first session, or another one, pause a request. */
  const pause = (paused: object, at = 0) => listeners[at]?.(paused as never);
  return { browser, sent, pause };
}

const warnings: string[] = [];

beforeEach(() => {
  warnings.length = 0;
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation((text) => {
    warnings.push(String(text));
  });
  return () => emitWarning.mockRestore();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

// What Chromium 156 reports of each kind of request.
const page = { resourceType: 'Document', networkId: 'N' };
const prefetch = { resourceType: 'Fetch', networkId: 'N', headers: { 'Sec-Purpose': 'prefetch' } };
const worker = { resourceType: 'Other', networkId: 'N', headers: { Accept: '*/*' } };
const serviceWorker = { resourceType: 'Other', networkId: 'N', headers: { 'Service-Worker': 'script' } };
const icon = {
  resourceType: 'Other',
  networkId: 'N',
  headers: { Accept: 'image/avif,image/webp,*/*;q=0.8' },
};

it.each([
  ['a page', page, '/', 'asked', 'continueRequest'],
  ['a forbidden page', page, '/private', 'asked', 'failRequest'],
  ['a prefetch', prefetch, '/', 'asked', 'continueRequest'],
  ['a forbidden prefetch', prefetch, '/private', 'asked', 'failRequest'],
  ["a worker's script", worker, '/private', 'asked', 'failRequest'],
  ["a service worker's script", serviceWorker, '/', 'not asked', 'failRequest'],
  ['an icon', icon, '/private', 'not asked', 'continueRequest'],
  [
    'fetch() of a script',
    { resourceType: 'XHR', networkId: 'N' },
    '/private',
    'not asked',
    'continueRequest',
  ],
  ['a linked download', { resourceType: 'Document' }, '/private', 'asked', 'failRequest'],
] as const)('%s: continues or fails', async (_, { resourceType, ...more }, path, isAsked, command) => {
  const { browser, sent, pause } = fakeBrowser('puppeteer');
  const asked: string[] = [];
  await guardBrowser(browser, async (url) => {
    asked.push(url);
    if (url.endsWith('/private')) throw new Error('disallowed');
  });
  const url = `https://a.example${path}`;
  const { headers, ...others } = { headers: {}, ...more };
  pause({ requestId: '1', resourceType, ...others, request: { url, headers } });
  await settled();
  expect(asked).toEqual(isAsked === 'asked' ? [url] : []);
  expect(sent).toEqual([[`Fetch.${command}`, '1']]);
});

it('reports what stays open, and counts the delay from the answer', async () => {
  const { browser, sent, pause } = fakeBrowser('playwright');
  const answered: string[] = [];
  const ask = async (url: string, { onPass }: AskedRequest) => onPass(() => answered.push(url));
  const { open } = await guardBrowser(browser, ask);
  expect((await guardBrowser(browser, ask)).open).toBe(open);
  const all = ['speculation-rules', 'service-workers', 'prefetches-of-open-pages', 'downloads-at-once'];
  expect(open).toEqual([...all, 'second-requests']);
  const request = { url: 'https://a.example/' };
  pause({ requestId: '1', ...page, request });
  pause({ requestId: '2', ...page, request: { url: 'blob:https://a.example/1' } });
  await settled();
  expect(answered).toEqual([]);
  pause({ requestId: '1', ...page, responseStatusCode: 302, request });
  await settled();
  expect(answered).toEqual(['https://a.example/']);
  expect(sent.map(([, requestId]) => requestId).toSorted()).toEqual(['1', '1', '2']);
});

it('two drivers of one browser share the turn of a request if they ask the same function', async () => {
  const [one, two] = [fakeBrowser('playwright'), fakeBrowser('puppeteer')];
  let asked = 0;
  const ask = async (_: string, { onPass }: AskedRequest) => {
    asked++;
    onPass(() => {});
  };
  for (const { browser } of [one, two]) await guardBrowser(browser, ask);
  const pausedByBoth = async (paused: object, count: number) => {
    for (const { pause } of [one, two]) {
      pause({ ...page, requestId: '1', request: { url: 'https://a.example/' }, ...paused });
      await settled();
    }
    expect(asked).toBe(count);
  };
  await pausedByBoth({ frameId: 'F' }, 1);
  await pausedByBoth({ frameId: 'F', responseStatusCode: 200 }, 1);
  await pausedByBoth({ frameId: 'F' }, 2);
  // Pauses of two browsers can have the same id.
  await pausedByBoth({ networkId: undefined }, 4);
  expect(two.sent).toEqual(Array(4).fill(['Fetch.continueRequest', '1']));
});

it('of linked downloads one waits at a time, and what the other sessions pause of it is not asked about', async () => {
  const { browser, sent, pause } = fakeBrowser('playwright');
  const gates = new Map<string, () => void>();
  const asked: string[] = [];
  await guardBrowser(browser, (url) => {
    asked.push(url);
    return new Promise<void>((resolve) => gates.set(url, resolve));
  });
  const download = (requestId: string, path: string) => ({
    ...{ requestId, resourceType: 'Document', frameId: 'F', request: { url: `https://a.example${path}` } },
  });
  pause(download('1', '/a'), 1);
  pause(download('2', '/b'), 2);
  await settled();
  expect(sent.splice(0)).toEqual([['Fetch.failRequest', '2']]);
  gates.get('https://a.example/a')?.();
  await settled();
  pause(download('3', '/a'), 0);
  await settled();
  expect(sent.splice(0).map(([method]) => method)).toEqual([
    'Fetch.continueRequest',
    'Fetch.continueRequest',
  ]);
  expect(asked).toEqual(['https://a.example/a']);
});

it('new tabs without a network id are not taken for downloads: several wait at a time', async () => {
  const { browser, sent, pause } = fakeBrowser('puppeteer');
  await guardBrowser(browser, async () => {});
  for (const requestId of ['1', '2']) {
    const request = { url: 'https://a.example/', headers: { 'Upgrade-Insecure-Requests': '1' } };
    pause({ requestId, resourceType: 'Document', request });
  }
  await settled();
  expect(sent).toEqual([
    ['Fetch.continueRequest', '1'],
    ['Fetch.continueRequest', '2'],
  ]);
});

it('fails what waits before the driver leaves', async () => {
  const { browser, sent, pause } = fakeBrowser('playwright');
  await guardBrowser(browser, () => new Promise(() => {}));
  pause({ requestId: '1', ...page, request: { url: 'https://a.example/' } });
  await settled();
  await browser.close();
  pause({ requestId: '2', ...page, request: { url: 'https://a.example/' } });
  await settled();
  expect(sent).toEqual([
    ['Fetch.failRequest', '1'],
    ['close', undefined],
    ['Fetch.failRequest', '2'],
  ]);
});

it.each([
  ['pauses nothing', () => new Promise(() => {}), 'does not pause requests'],
  [
    'answers nothing else',
    (method: string) => (method.startsWith('Fetch.') ? Promise.resolve() : new Promise(() => {})),
  ],
] as const)('ends in time with a browser that %s', async (_, send, message?: string) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const silent = { newBrowserCDPSession: async () => ({ on() {}, send, detach: async () => {} }) };
  const ended = guardBrowser(silent, async () => {}).catch(String);
  await vi.advanceTimersByTimeAsync(10_000);
  if (message !== undefined) expect(await ended).toContain(message);
  else expect(await ended).toHaveProperty('open.length', 5);
});

it('warns, once, of a browser that sends another name than the one that is asked about', async () => {
  const client = createClient({ userAgent: 'FooBot/1.0' });
  onTestFinished(() => client.close());
  const { browser, pause } = fakeBrowser('playwright');
  await guardBrowser(browser, guard(client));
  const sends = async (name: string, userAgent: string) => {
    const request = { url: 'http://127.0.0.1:9/robots.txt', headers: { [name]: userAgent } };
    pause({ requestId: '1', resourceType: 'Other', request });
    await settled();
  };
  await sends('User-Agent', 'Mozilla/5.0 (compatible; foobot/1.0)');
  expect(warnings.splice(0)).toEqual([
    'This browser can request documents without asking: speculation-rules, service-workers, prefetches-of-open-pages (see "open" of guardBrowser)',
  ]);
  await sends('User-Agent', 'Mozilla/5.0 HeadlessChrome');
  await sends('user-agent', 'Mozilla/5.0 HeadlessChrome');
  expect(warnings).toEqual([
    `robots.txt is checked for FooBot, but the User-Agent sent is "Mozilla/5.0 HeadlessChrome": send the client's`,
  ]);
});

it('refuses a browser without the protocol', async () => {
  const firefox = {
    newBrowserCDPSession: async () => Promise.reject(new Error('only available in Chromium')),
  };
  await expect(guardBrowser(firefox, async () => {})).rejects.toThrow(TypeError);
  await expect(guardBrowser({}, async () => {})).rejects.toThrow('expected a Chromium');
});

it('a guard lets nobody through while an answer is outstanding, and counts the delay from it', async () => {
  const time = steppedClock();
  const site = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nCrawl-delay: 10\n' });
  const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' }, clock: time });
  onTestFinished(async () => {
    await client.close();
    await site.close();
  });
  const ask = guard(client, { clock: time, waitUntil: time.waitUntil });
  let answered = (): void => {};
  const first = ask(`${site.origin}/a`, {
    onPass: (report) => {
      answered = report;
    },
  });
  await time.runUntil(first);
  let isThrough = false;
  const second = ask(`${site.origin}/b`).then(() => {
    isThrough = true;
  });
  time.advance(60_000);
  for (let turn = 0; turn < 20; turn++) {
    await settled();
    time.step();
  }
  expect(isThrough).toBe(false);
  const answeredAt = time.now();
  answered();
  await time.runUntil(second);
  expect(time.now() - answeredAt).toBeGreaterThanOrEqual(10_000);
});
