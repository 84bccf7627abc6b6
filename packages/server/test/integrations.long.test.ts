/** Tests the recipes that use the service over HTTP: curl, and a driver for Browsertrix. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '@robots-exclusion/server/node';
import { type HttpOrigin, isOnPath, needs, startHttpOrigin } from '@robots-exclusion/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = (name: string): string =>
  fileURLToPath(new URL(`../../../integrations/${name}`, import.meta.url));
const run = promisify(execFile);
const closers: (() => Promise<unknown>)[] = [];
let site: HttpOrigin;
let service: RunningServer;

beforeAll(async () => {
  site = await startHttpOrigin({
    '/robots.txt': 'User-agent: FooBot\nDisallow: /private\n',
    '/open': 'open page',
    '/moved': { status: 302, headers: { location: '/private/moved' } },
    '/fine': { status: 302, headers: { location: '/open' } },
    '/linked': { status: 200, headers: { 'content-type': 'text/html' }, body: '<a href="/private">link</a>' },
    '/private': 'secret',
  });
  service = await startServer({ userAgent: 'TestBot/1.0', port: 0, addressPolicy: { allow: 'any' } });
  closers.push(
    () => service.close(),
    () => site.close(),
  );
});
beforeEach(() => {
  site.requests.length = 0;
});
afterAll(async () => {
  for (const close of closers) await close();
});

const pages = (): string[] => site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');

describe('curl', needs('curl on the PATH', isOnPath('curl')), () => {
  const curl = (url: string, at = service.url) =>
    run(join(folder('shell'), 'robots-curl.sh'), [url, '-s'], {
      env: { ...process.env, ROBOTS_SERVICE: at },
    }).then(
      ({ stdout }) => ({ stdout, exit: 0 }),
      ({ code }: { code: number }) => ({ stdout: '', exit: code }),
    );

  it('fetches what it may, and nothing else', async () => {
    expect(await curl(`${site.origin}/open`)).toEqual({ stdout: 'open page', exit: 0 });
    expect((await curl(`${site.origin}/private`)).exit).toBe(77);
    expect((await curl(`${site.origin}/private","agents":["Other"],"x":"`)).exit).toBe(77);
    expect((await curl(`${site.origin}/open`, 'http://127.0.0.1:1')).exit).toBe(75);
    expect(pages()).toEqual(['/open']);
  });
});

describe('Browsertrix: the driver, in a program of its shape', () => {
  /** Provides the modules that the driver imports from the folder of the program that loads it. */
  async function drive(queueUrl: string, record = 'async handleFetchResponse() { return false; }') {
    const program = await mkdtemp(join(tmpdir(), 'robots-browsertrix-'));
    await writeFile(join(program, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(program, 'crawler.js'),
      `export class Crawler {
        queued = []; loaded = [];
        ${queueUrl}
        async loadPage(...all) { this.loaded.push(all); }
      }`,
    );
    await mkdir(join(program, 'util'));
    await writeFile(join(program, 'util/recorder.js'), `export class Recorder { ${record} }`);
    await writeFile(
      join(program, 'main.js'),
      `import { Crawler } from './crawler.js';
      import { Recorder } from './util/recorder.js';
      const { default: driver } = await import(${JSON.stringify(pathToFileURL(join(folder('javascript'), 'browsertrix-driver.js')).href)});
      const crawler = new Crawler();
      const accepted = [];
      for (const path of ['/open', '/private']) {
        const url = process.env.SITE + path;
        accepted.push(await crawler.queueUrl(...(process.env.POSITIONAL ? [0, url, 0, 0] : [{ seedId: 0, url }])));
      }
      await driver({ page: 'page', data: 'data', crawler, seed: 'seed' });
      const failed = [];
      const cdp = { send: async (method, { requestId }) => failed.push(method + ' ' + requestId) };
      for (const [requestId, resourceType, status, location] of JSON.parse(process.env.PAUSED ?? '[]')) {
        const paused = { requestId, resourceType, request: { url: process.env.SITE + '/moved' } };
        const responseHeaders = [{ name: 'LOCATION', value: location }];
        await new Recorder().handleFetchResponse({ ...paused, responseStatusCode: status, responseHeaders }, cdp);
      }
      console.log(JSON.stringify({ queued: crawler.queued, accepted, loaded: crawler.loaded, failed }));`,
    );
    return (env: Record<string, string> = {}) =>
      run(process.execPath, [join(program, 'main.js')], {
        env: {
          ...process.env,
          ROBOTS_SERVICE: service.url,
          ROBOTS_SERVICE_AGENT: 'FooBot',
          SITE: site.origin,
          ...env,
        },
      }).then(({ stdout }) => JSON.parse(stdout));
  }

  it.each([
    ['as since 2026', 'async queueUrl({ url }) { this.queued.push(url); return true; }', {}],
    ['as before', 'async queueUrl(seed, url) { this.queued.push(url); return true; }', { POSITIONAL: '1' }],
  ])('queues only URLs that may be fetched, and loads pages with their seed: %s', async (_, queue, env) => {
    expect(await (await drive(queue))(env)).toEqual({
      queued: [`${site.origin}/open`],
      accepted: [true, false],
      loaded: [['page', 'data', 'seed']],
      failed: [],
    });
  });

  it('ends a page that redirects to a URL that may not be fetched, each hop by itself', async () => {
    const crawl = await drive('async queueUrl() { return true; }');
    const paused = [
      ['allowed', 'Document', 302, '/open'],
      ['forbidden', 'Document', 302, '/private/x'],
      ['absolute', 'Document', 308, `${site.origin}/private`],
      ['image', 'Image', 302, '/private/x'],
      ['no-redirect', 'Document', 200, '/private/x'],
      ['no-url', 'Document', 302, 'http://['],
    ];
    const { failed } = await crawl({ PAUSED: JSON.stringify(paused) });
    expect(failed).toEqual(['Fetch.failRequest forbidden', 'Fetch.failRequest absolute']);
  });

  it('queues nothing while the service does not answer, unless it is to fail open', async () => {
    const crawl = await drive('async queueUrl({ url }) { this.queued.push(url); return true; }');
    const ROBOTS_SERVICE = 'http://127.0.0.1:1';
    expect(await crawl({ ROBOTS_SERVICE })).toMatchObject({ queued: [] });
    expect((await crawl({ ROBOTS_SERVICE, ROBOTS_SERVICE_FAIL: 'open' })).queued).toHaveLength(2);
  });

  it('is refused by a program that queues or records in another way', async () => {
    await expect((await drive('async enqueue() {}'))()).rejects.toThrow('has no queueUrl');
    await expect((await drive('async queueUrl() {}', 'record() {}'))()).rejects.toThrow(
      'has no handleFetchResponse',
    );
  });
});
