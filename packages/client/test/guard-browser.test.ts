/**
 * Tests `guardBrowser` with a session that behaves like Chromium's. Also tests guards whose callers report responses.
 */
import { createClient, guard } from '@robots-exclusion/client';
import { type AskedRequest, guardBrowser } from '@robots-exclusion/client/browser';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { steppedClock } from './stepped-clock.ts';

/** A fake Playwright or Puppeteer browser, with the commands that it received for paused requests. */
function fakeBrowser(kind: 'playwright' | 'puppeteer') {
  const sent: [string, unknown][] = [];
  let pause = (_: object): void => {};
  const session = {
    on(_: string, listener: (paused: never) => void) {
      pause = listener as typeof pause;
    },
    async send(method: string, parameters?: { requestId?: string }) {
      sent.push([method, parameters?.requestId]);
    },
  };
  const browser =
    kind === 'playwright'
      ? { newBrowserCDPSession: async () => session }
      : { target: () => ({ createCDPSession: async () => session }) };
  return { browser, sent, pause: (paused: object) => pause(paused) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it.each(['playwright', 'puppeteer'] as const)(
  '%s: continues what may be requested, and fails the rest',
  async (kind) => {
    const { browser, sent, pause } = fakeBrowser(kind);
    const asked: string[] = [];
    const answered: string[] = [];
    const ask = async (url: string, { onPass }: AskedRequest) => {
      asked.push(url);
      if (url.endsWith('/private')) throw new Error('disallowed');
      onPass(() => answered.push(url));
    };
    await guardBrowser(browser, ask);
    await guardBrowser(browser, ask);
    expect(sent.splice(0)).toEqual([['Fetch.enable', undefined]]);
    const request = (url: string) => ({ url });
    pause({ requestId: '1', resourceType: 'Document', frameId: 'F', request: request('https://a.example/') });
    pause({ requestId: '2', resourceType: 'Document', request: request('https://a.example/private') });
    pause({ requestId: '3', resourceType: 'Other', request: request('https://a.example/worker.js') });
    pause({ requestId: '4', resourceType: 'Document', request: request('blob:https://a.example/1') });
    await settled();
    expect(sent.splice(0).toSorted()).toEqual([
      ['Fetch.continueRequest', '1'],
      ['Fetch.continueRequest', '3'],
      ['Fetch.continueRequest', '4'],
      ['Fetch.failRequest', '2'],
    ]);
    expect(asked).toHaveLength(3);
    // The guard does not see responses to requests from workers.
    expect(answered).toEqual(['https://a.example/worker.js']);
    pause({ requestId: '1', responseStatusCode: 302, request: request('https://a.example/') });
    await settled();
    expect(answered).toEqual(['https://a.example/worker.js', 'https://a.example/']);
    expect(sent).toEqual([['Fetch.continueRequest', '1']]);
  },
);

it('warns, once, of a browser that sends another name than the one that is asked about', async () => {
  const warnings: string[] = [];
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation((text) => {
    warnings.push(String(text));
  });
  const client = createClient({ userAgent: 'FooBot/1.0' });
  onTestFinished(async () => {
    emitWarning.mockRestore();
    await client.close();
  });
  const { browser, pause } = fakeBrowser('playwright');
  await guardBrowser(browser, guard(client));
  const sends = async (name: string, userAgent: string) => {
    const request = { url: 'http://127.0.0.1:9/robots.txt', headers: { [name]: userAgent } };
    pause({ requestId: '1', resourceType: 'Other', request });
    await settled();
  };
  await sends('User-Agent', 'Mozilla/5.0 (compatible; foobot/1.0)');
  expect(warnings).toEqual([]);
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
