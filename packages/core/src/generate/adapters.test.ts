import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import {
  type Ask,
  expectPages,
  expectRobots,
  handler,
  headersOf,
  options,
  served,
} from '../../test/adapter-cases.ts';
import { honoPages, nodeMiddleware, nodePages, webHandler, webPages } from './adapters.ts';
import { pageHeaders } from './page-headers.ts';

describe('robots.txt, and Content-Usage on pages, in', () => {
  it('node:http', async () => {
    const [robots, pages] = [nodeMiddleware(handler), nodePages(headersOf)];
    const ask = await served((request, response) =>
      robots(request, response, () => pages(request, response, () => response.end('page'))),
    );
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
