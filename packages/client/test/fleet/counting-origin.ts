/** An origin that records the sender of each request for robots.txt. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './fixtures.ts';

export interface CountingOrigin {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** The User-Agent of each request for robots.txt, in request order. */
  askedBy: readonly string[];
  /** Resolves at the next request for robots.txt. */
  nextRequest(): Promise<string>;
}

/**
 * What the origin serves: one file for all requests, or a function that returns the response for each request's number.
 */
export type Served = string | ((request: number) => { status: number; robots: string });

/** Serves robots.txt once `until` permits, and 404 for every other path. The server closes at the end of the test. */
export async function countingOrigin(
  served: Served,
  until: (request: number) => Promise<unknown> = async () => {},
): Promise<CountingOrigin> {
  const askedBy: string[] = [];
  const waiting: ((userAgent: string) => void)[] = [];
  const server: Server = createServer(async (request, response) => {
    if (request.url !== '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const userAgent = request.headers['user-agent'] ?? '';
    askedBy.push(userAgent);
    for (const tell of waiting.splice(0)) tell(userAgent);
    const number = askedBy.length;
    await until(number);
    const { status, robots } = typeof served === 'string' ? { status: 200, robots: served } : served(number);
    response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'max-age=3600' }).end(robots);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedBy,
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
