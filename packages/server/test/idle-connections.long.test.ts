/** Thousands of silent connections. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { buildOnce, needs } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serve, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

function open(server: TestServer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket
      .once('error', reject)
      .once('connect', () => resolve(socket.off('error', reject).on('error', () => {})))
      .resume()
      .once('end', () => socket.end());
  });
}

const idleConnections = 5000;
/** Both ends of each connection are in this process. */
const neededFiles = idleConnections * 2 + 500;

describe('5,000 idle connections', () => {
  it(
    'hinder nobody, cost little, and are closed in the end',
    needs(`${neededFiles} open files: ulimit -n ${neededFiles}`, openFileLimit() >= neededFiles),
    async () => {
      const server = await serve({
        connections: { headersTimeoutMs: 6000, maxConnectionsPerClient: idleConnections + 100 },
      });
      const before = process.memoryUsage.rss();
      const sockets: Socket[] = [];
      let closed = 0;
      const body = { robots: 'User-agent: *\nDisallow: /x\n', urls: ['/x'] };
      while (sockets.length < idleConnections) {
        const opened = await Promise.all(Array.from({ length: 250 }, () => open(server)));
        for (const socket of opened) {
          if (socket.destroyed) closed++;
          else socket.once('close', () => closed++);
        }
        sockets.push(...opened);
      }
      expect((await server.post('/v1/evaluate', body)).status).toBe(200);
      // The limit is 60 KB for both ends of a connection together.
      expect(process.memoryUsage.rss() - before).toBeLessThan(idleConnections * 60_000);
      await expect.poll(() => closed, { interval: 200 }).toBe(idleConnections);
    },
  );
});

function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? 0);
  } catch {
    return 0;
  }
}
