/** Tests streams of NDJSON: the order of responses, errors in single lines, and back pressure in both directions. */
import { connect, type Socket } from 'node:net';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  commonServer,
  endCommonServer,
  endServers,
  serve,
  serveFor,
  site,
  type TestServer,
} from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);
afterAll(endCommonServer);

const robots = 'User-agent: *\nDisallow: /x\n';

async function stream(
  server: TestServer,
  path: string,
  lines: readonly string[],
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came
): Promise<{ status: number; lines: any[] }> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: lines.join('\n') });
  const text = await response.text();
  return {
    status: response.status,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

/** Sends the header of a stream manually; the test decides what is sent and read next. */
async function openStream(server: TestServer, path: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  return socket;
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

describe('a stream', () => {
  it('is answered line by line, in order, with the ids that came', async () => {
    const server = await commonServer();
    const asked = Array.from({ length: 500 }, (_, id) => ({ id, robots, urls: [id % 2 ? '/x' : '/y'] }));
    const { status, lines } = await stream(
      server,
      '/v1/evaluate',
      asked.map((line) => JSON.stringify(line)),
    );
    expect(status).toBe(200);
    expect(lines.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    expect(lines.every(({ id, results }) => results[0].allowed === (id % 2 === 0))).toBe(true);
  });

  it.each(['valid', 'wrong'])(
    'ends with the reason once its client has spent its processor time, on %s lines too',
    async (kind) => {
      const server = await serve({ limits: { cpuBurstMs: 300, cpuMsPerSecond: 1 } });
      const line = kind === 'valid' ? JSON.stringify({ robots, urls: ['/x'] }) : '{}';
      const socket = await openStream(server, '/v1/evaluate');
      let text = '';
      socket.write(chunk(`${line}\n`.repeat(50_000)));
      for await (const part of socket) {
        text += part;
        if (text.includes('rate-limited')) break;
      }
      expect(text).toMatch(/^HTTP\/1\.1 200/);
      expect(text).toContain('{"error":{"type":"/docs#rate-limited"');
      expect((await fetch(`${server.url}/v1/agents?find=x`)).status).toBe(429);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    },
  );

  it('goes on after a line that is wrong', async () => {
    const server = await commonServer();
    const good = JSON.stringify({ robots, urls: ['/x'] });
    const { lines } = await stream(server, '/v1/evaluate', [
      good,
      'no JSON',
      '',
      '[]',
      '{"id":"b","robots":"","urls":[],"depth":1}',
      '{"id":{},"robots":"","urls":["/"]}',
      '{"id":12345678901234567890,"robots":"","urls":["/"]}',
      good,
    ]);
    expect(lines.map(({ error }) => error?.type)).toEqual([
      undefined,
      '/docs#malformed-json',
      '/docs#invalid-request',
      '/docs#invalid-request',
      '/docs#invalid-request',
      '/docs#invalid-request',
      undefined,
    ]);
    expect(lines.map(({ line }) => line)).toEqual([undefined, 2, 4, 5, 6, 7, undefined]);
    expect(lines[1]).toMatchObject({ error: { detail: 'Unexpected "o" at character 2' } });
    expect(lines[2]).toMatchObject({ error: { errors: [{ message: 'Expected an object, got a list' }] } });
    expect(lines[5]).not.toHaveProperty('id');
    expect(lines[3]).toMatchObject({ id: 'b', error: { errors: [{ path: 'urls' }, { path: 'depth' }] } });
  });

  it('tells a broken line by its id too, where the line begins with it', async () => {
    const server = await commonServer();
    const { lines } = await stream(server, '/v1/evaluate', [
      '{"id":7,"robots":""',
      '{"id":"a\\"b","urls":]}',
      '{"id":{},]',
    ]);
    expect(lines.map(({ id, line }) => [id, line])).toEqual([
      [7, 1],
      ['a"b', 2],
      [undefined, 3],
    ]);
  });

  it('of checks fetches each site once', async () => {
    const shop = await site({ '/robots.txt': robots });
    const server = await serveFor([shop]);
    const asked = Array.from({ length: 100 }, (_, id) =>
      JSON.stringify({ id, urls: [`${shop.origin}/${id}`] }),
    );
    const { lines } = await stream(server, '/v1/check', asked);
    expect(lines.every(({ results }) => results[0].outcome === 'rules')).toBe(true);
    expect(shop.requests).toHaveLength(1);
  });

  it('is answered while it is still being sent', async () => {
    const server = await commonServer();
    const socket = await openStream(server, '/v1/evaluate');
    let seen = '';
    socket.on('data', (data) => {
      seen += data.toString();
    });
    for (let id = 1; id <= 3; id++) {
      socket.write(chunk(`${JSON.stringify({ id, robots, urls: ['/x'] })}\n`));
      await expect.poll(() => seen.includes(`"id":${id},`)).toBe(true);
    }
    socket.destroy();
  });

  it('ends with what was wrong when a line is too long or too slow', async () => {
    const server = await serve({ limits: { maxRequestBytes: 2000, lineTimeoutMs: 300 } });
    const { lines } = await stream(server, '/v1/evaluate', [
      JSON.stringify({ robots, urls: ['/x'] }),
      'a'.repeat(5000),
    ]);
    expect(lines.at(-1)?.error.type).toBe('/docs#content-too-large');
    const socket = await openStream(server, '/v1/evaluate');
    socket.write(chunk('{"rob'));
    const text = await new Promise<string>((resolve) => {
      let read = '';
      socket.on('data', (data) => {
        read += data.toString();
        if (read.includes('request-timeout')) resolve(read);
      });
    });
    expect(text).toContain('/docs#request-timeout');
    socket.destroy();
  });

  it('takes no more than it can hand over to a reader who does not read', async () => {
    const server = await commonServer();
    const socket = await openStream(server, '/v1/evaluate');
    socket.pause();
    const line = chunk(`${JSON.stringify({ robots: robots.repeat(200), urls: Array(200).fill('/x') })}\n`);
    const writeUntilWaiting = (bytes: number): void => {
      while (socket.writableLength < bytes) socket.write(line);
    };
    // The service accepts at most this many octets. If it accepts none while 20 other requests are answered, all
    // buffers are full.
    let taken = 0;
    for (let quiet = 0; quiet < 20 && taken < 50_000_000; quiet += 1) {
      writeUntilWaiting(4_000_000);
      const before = taken;
      expect((await server.post('/v1/evaluate', { robots, urls: ['/x'] })).status).toBe(200);
      taken = socket.bytesWritten - socket.writableLength;
      if (taken > before) quiet = 0;
    }
    // Sockets and a window of lines hold a few megabytes.
    expect(taken).toBeLessThan(20_000_000);
    expect((await server.get('/healthz')).status).toBe(200);
    socket.destroy();
  });

  it('needs a place, which is free again when its reader leaves', async () => {
    const server = await serve({ limits: { maxStreams: 2 } });
    const sockets = [await openStream(server, '/v1/evaluate'), await openStream(server, '/v1/evaluate')];
    for (const socket of sockets) {
      socket.write(chunk(`${JSON.stringify({ robots, urls: ['/x'] })}\n`));
      await new Promise((resolve) => socket.once('data', resolve));
    }
    const refused = await server.post('/v1/evaluate', '{}\n', { 'content-type': 'application/x-ndjson' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await server.post('/v1/evaluate', { robots, urls: ['/x'] })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(
        async () => (await stream(server, '/v1/evaluate', [JSON.stringify({ robots, urls: ['/x'] })])).status,
      )
      .toBe(200);
  });
});
