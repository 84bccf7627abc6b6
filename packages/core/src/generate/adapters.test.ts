import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  fastifyPages,
  fastifyRoute,
  honoPages,
  nodeMiddleware,
  nodePages,
  webHandler,
  webPages,
} from './adapters.ts';
import type { RobotsConfig } from './config.ts';
import { generate } from './generate.ts';
import { pageHeaders } from './page-headers.ts';
import { robotsHandler } from './serve.ts';

const config: RobotsConfig = {
  groups: [
    {
      userAgents: '*',
      rules: [{ disallow: '/cart' }],
      contentUsage: [{ preferences: 'train-ai=n' }, { path: '/open/', preferences: 'train-ai=y, search=y' }],
    },
  ],
};
const BODY = generate(config);
const options = { environment: 'production', config };
const handler = robotsHandler(options);
const headersOf = pageHeaders(options);

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Checks the requirements that every adapter must meet, regardless of the framework. */
async function expectRobots(ask: Ask): Promise<void> {
  const answer = await ask('/robots.txt');
  expect([answer.status, await answer.text()]).toEqual([200, BODY]);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(answer.headers.get('content-usage')).toBeNull();
  const etag = answer.headers.get('etag') as string;
  expect((await ask('/robots.txt', { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await ask('/robots.txt', { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
}

async function expectPages(ask: Ask): Promise<void> {
  const usageOf = async (path: string) => (await ask(path)).headers.get('content-usage');
  expect(await usageOf('/article?x')).toBe('train-ai=n');
  expect(await usageOf('/open/data')).toBe('train-ai=y, search=y');
  expect(await usageOf('/cart')).toBeNull();
  expect((await ask('/article')).status).toBe(200);
}

/** Starts a server on the loopback interface for one test. */
async function served(listener: RequestListener): Promise<Ask> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (path, init) => fetch(`${origin}${path}`, init);
}

describe('robots.txt, and Content-Usage on pages, in', () => {
  it('node:http', async () => {
    const [robots, pages] = [nodeMiddleware(handler), nodePages(headersOf)];
    const ask = await served((request, response) =>
      robots(request, response, () => pages(request, response, () => response.end('page'))),
    );
    await expectRobots(ask);
    await expectPages(ask);
  });

  it('Express, below the path of a router, too', async () => {
    const app = express();
    app.use(nodeMiddleware(handler));
    const router = express.Router();
    router.use(nodePages(headersOf));
    router.get('/data', (_, response) => void response.send('page'));
    app.use('/open', router);
    app.use(nodePages(headersOf));
    app.use((_, response) => void response.send('page'));
    const ask = await served(app);
    await expectRobots(ask);
    await expectPages(ask);
  });

  it('Fastify', async () => {
    const app = fastify();
    app.addHook('onRequest', fastifyPages(headersOf));
    app.get('/robots.txt', fastifyRoute(handler));
    app.get('/*', () => 'page');
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const ask: Ask = (path, init) => fetch(`${origin}${path}`, init);
    await expectRobots(ask);
    await expectPages(ask);
  });

  it('Hono', async () => {
    const app = new Hono();
    const serve = webHandler(handler, Response);
    app.use(honoPages(headersOf));
    app.get('/robots.txt', ({ req }) => serve(req.raw));
    app.get('/*', (context) => context.text('page'));
    const ask: Ask = async (path, init) => app.request(`https://example.com${path}`, init);
    await expectRobots(ask);
    await expectPages(ask);
  });

  it('a host of Request → Response, such as Next', async () => {
    const serve = webHandler(handler, Response);
    const page = webPages(() => new Response('page'), headersOf);
    const ask: Ask = async (path, init) => {
      const request = new Request(`https://example.com${path}`, init);
      return path === '/robots.txt' ? serve(request) : page(request);
    };
    await expectRobots(ask);
    await expectPages(ask);
    expect(serve(new Request('https://example.com/x')).status).toBe(404);
  });
});

describe('pageHeaders', () => {
  const page = 'https://example.com/a';

  it('says nothing outside production, and where the file says nothing', () => {
    expect(pageHeaders({ ...options, environment: 'staging' })(page)).toEqual({});
    expect(pageHeaders({ environment: 'production', config: 'User-agent: *\nDisallow:\n' })(page)).toEqual(
      {},
    );
  });

  it('says what the file of the host says', () => {
    const byHost = pageHeaders({
      environment: 'production',
      config: (host) =>
        `User-agent: *\nAllow: /\nContent-Usage: train-ai=${host === 'a.example' ? 'y' : 'n'}\n`,
    });
    expect(byHost('https://A.example/x')).toEqual({ 'content-usage': 'train-ai=y' });
    expect(byHost('https://b.example/x')).toEqual({ 'content-usage': 'train-ai=n' });
  });

  it.each(['', '*', 'http://[', 'http://a b/\u0000', 'http://h*', 'http://?'])('takes any URL: %j', (url) => {
    expect(() => headersOf(url)).not.toThrow();
  });
});
