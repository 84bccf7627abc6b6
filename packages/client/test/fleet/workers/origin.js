/**
 * Serves robots.txt for every host on one address. For hosts in `held`, it does so only after it is told to move on.
 * Reports each request and its sender.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isFinishing, say, untilMovedOn, work } from './work.js';

const asked = [];

await work(
  async ({ address, port, held, body, maxAge }) => {
    const server = createServer(async ({ url, headers }, response) => {
      if (url !== '/robots.txt') return response.writeHead(404).end();
      const { host } = headers;
      asked.push({ host, by: headers['user-agent'] });
      say('asked', { host, by: headers['user-agent'], count: asked.length });
      if (host === held) await untilMovedOn(1);
      response
        .writeHead(200, { 'content-type': 'text/plain', 'cache-control': `max-age=${maxAge}` })
        .end(body);
    });
    server.listen(port, address);
    await once(server, 'listening');
    return server;
  },
  async (server) => {
    while (!isFinishing) await new Promise((resolve) => setTimeout(resolve, 20));
    server.closeAllConnections();
    return { asked };
  },
);
