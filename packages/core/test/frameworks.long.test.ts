/** The adapters in Express and Fastify, which are installed when this test first runs. */
import { fastifyPages, fastifyRoute, nodeMiddleware, nodePages } from 'robots-exclusion/generate';
import { describe, it, onTestFinished } from 'vitest';
import { requireOnDemand } from '../../../scripts/on-demand.js';
import { type Ask, expectPages, expectRobots, handler, headersOf, served } from './adapter-cases.ts';

/** What the test calls of a response of Express. */
interface Reply {
  send(text: string): void;
}

describe('robots.txt, and Content-Usage on pages, in', () => {
  it('Express, below the path of a router, too', async () => {
    const express = requireOnDemand('express@5.3.0');
    const app = express();
    app.use(nodeMiddleware(handler));
    const router = express.Router();
    router.use(nodePages(headersOf));
    router.get('/data', (_: unknown, response: Reply) => void response.send('page'));
    app.use('/open', router);
    app.use(nodePages(headersOf));
    app.use((_: unknown, response: Reply) => void response.send('page'));
    const ask = await served(app);
    await expectRobots(ask);
    await expectPages(ask);
  });

  it('Fastify', async () => {
    const app = requireOnDemand('fastify@5.12.8')();
    app.addHook('onRequest', fastifyPages(headersOf));
    app.get('/robots.txt', fastifyRoute(handler));
    app.get('/*', () => 'page');
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const ask: Ask = (path, init) => fetch(`${origin}${path}`, init);
    await expectRobots(ask);
    await expectPages(ask);
  });
});
