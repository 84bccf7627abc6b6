/** Tests slow, silent, broken and half-closed connections. */
import { connect, type Socket } from 'node:net';
import { buildOnce, turns } from '@robots-exclusion/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_WAITING } from '../src/web/pipeline.ts';
import { commonServer, endCommonServer, endServers, serve, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);
afterAll(endCommonServer);

const body = JSON.stringify({ robots: 'User-agent: *\nDisallow: /x\n', urls: ['/x'] });
const head = (length: number) =>
  `POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

function open(server: TestServer): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket
      .once('error', reject)
      .once('connect', () => resolve(socket.off('error', reject).on('error', () => {})));
  });
}

/** Everything that arrives until the server ends the connection. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.once('end', () => resolve(text)).once('close', () => resolve(text));
  });
}

describe('a connection', () => {
  it('that is half-closed after its request is answered', async () => {
    const server = await commonServer();
    const socket = await open(server);
    socket.end(head(body.length) + body);
    const text = await readAll(socket);
    expect(text).toContain('HTTP/1.1 200');
    expect(text).toContain('"allowed":false');
    socket.destroy();
  });

  it('that is half-closed in the middle of its request gets an answer', async () => {
    const server = await commonServer();
    const socket = await open(server);
    socket.end(head(body.length) + body.slice(0, 10));
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 400 .*bad-message/s);
    expect((await server.get('/healthz')).status).toBe(200);
  });

  it.each(['x', '100-continued', 'a=b'])(
    'that expects %s is told that nobody does that',
    async (expectation) => {
      const server = await commonServer();
      const socket = await open(server);
      socket.write(head(body.length).replace('\r\n\r\n', `\r\nExpect: ${expectation}\r\n\r\n`));
      const text = await readAll(socket);
      expect(text).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/);
      expect(text).toContain('Content-Type: application/problem+json');
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
        status: 417,
        type: expect.stringMatching(/expectation-failed$/),
      });
      expect((await server.get('/healthz')).status).toBe(200);
    },
  );

  it('that expects 100-continue is let go on', async () => {
    const server = await commonServer();
    const socket = await open(server);
    socket.write(head(body.length).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n') + body);
    socket.end();
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200/);
  });

  it('that expects to be let go on with too much content is told so at once', async () => {
    const server = await serve({ limits: { maxRequestBytes: 10 } });
    const socket = await open(server);
    socket.write(head(body.length).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 .*content-too-large/s);
  });

  it('that sends no HTTP after requests gets the answers that it has earned, then is told', async () => {
    const server = await commonServer();
    const socket = await open(server);
    socket.write(`${(head(body.length) + body).repeat(3)}\x16\x03\x01\r\n\r\n`);
    const statuses = (await readAll(socket)).match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual([...new Array(3).fill('HTTP/1.1 200'), 'HTTP/1.1 400']);
    expect(MAX_WAITING).toBeGreaterThan(3);
  });

  it('that sends requests without waiting gets as many answers as may wait, and is closed', async () => {
    const server = await commonServer();
    const socket = await open(server);
    socket.write('GET /v1/agents?find=x HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5 * MAX_WAITING));
    const text = await readAll(socket);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(MAX_WAITING);
    expect(text.match(/^Connection: close/gim)).toHaveLength(1);
    socket.destroy();
  });

  it('that is reset in the middle of its request leaves nothing behind', async () => {
    const server = await serve();
    for (let time = 0; time < 20; time++) {
      const socket = await open(server);
      socket.write(head(body.length) + body.slice(0, 10));
      await turns();
      socket.resetAndDestroy();
    }
    await expect
      .poll(async () => (await server.get('/metrics')).text)
      .toMatch(/robots_http_requests_in_flight 0\n.*robots_http_held_bytes 0\n/s);
  });

  it.each([
    ['never sends a header', ''],
    ['sends a header octet by octet', 'POST /v1/evaluate HTTP/1.1\r\nHost: local'],
  ])('that %s is ended', async (_, start) => {
    const server = await serve({ connections: { headersTimeoutMs: 400 } });
    const socket = await open(server);
    socket.write(start);
    const drip = setInterval(() => start !== '' && socket.write('x'), 50);
    const text = await readAll(socket);
    clearInterval(drip);
    expect(text).toMatch(/^$|^HTTP\/1\.1 408 .*request-timeout/s);
  });

  it('that sends its body octet by octet is ended, with the reason', async () => {
    const server = await serve({ limits: { requestTimeoutMs: 600 } });
    const socket = await open(server);
    socket.write(head(10_000));
    const drip = setInterval(() => socket.write(' '), 50);
    const text = await readAll(socket);
    clearInterval(drip);
    expect(text).toMatch(/^HTTP\/1\.1 408 .*request-timeout/s);
  });

  it.each([
    ['garbage', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', '400 .*bad-message'],
    [
      'another host',
      'GET / HTTP/1.1\r\nHost: [::ffff:127.0.0.1]\r\nConnection: close\r\n\r\n',
      '421 .*host-not-allowed',
    ],
    ['an empty Host', 'GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 421],
    [
      'user information in Host',
      'GET /healthz HTTP/1.1\r\nHost: me:pw@localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['text after Host', 'GET /healthz HTTP/1.1\r\nHost: localhost evil\r\nConnection: close\r\n\r\n', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    [
      'two Hosts',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'one Host twice',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nhOST: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'two Hosts and an absolute target',
      'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a target of another host',
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      421,
    ],
    [
      'a target of another scheme',
      'GET ftp://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /v1/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345',
      400,
    ],
    [
      'an endless header',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Filler: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
    [
      'a backslash in the path',
      'GET /\\evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
  ])('that sends %s is refused', async (_, octets, status) => {
    const server = await commonServer();
    const socket = await open(server);
    socket.write(octets, 'latin1');
    expect(await readAll(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\\b`, 's'));
    socket.destroy();
  });

  it.each([
    ['http://localhost', 'evil.example'],
    ['HTTP://LocalHost', 'evil.example'],
  ])('to %s%s is answered for the host of the target (RFC 9112 §3.2.2)', async (origin, host) => {
    const server = await commonServer();
    const socket = await open(server);
    socket.write(`GET ${origin}/healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s);
    socket.destroy();
  });

  it('of a client that hangs up is counted once and logs no error', async () => {
    const said: unknown[] = [];
    const note = (...facts: unknown[]): void => void said.push(facts);
    const logger = { debug: () => {}, info: () => {}, warn: note, error: note };
    const server = await serve({ logger });
    const robots = Array.from({ length: 3000 }, (_, rule) => `Disallow: /*a*b*${rule}\n`).join('');
    const line = `${JSON.stringify({ robots: `User-agent: *\n${robots}` })}\n`;
    for (let stream = 0; stream < 5; stream++) {
      const socket = await open(server);
      const chunk = `${line.length.toString(16)}\r\n${line}\r\n`.repeat(20);
      socket.write(
        `POST /v1/lint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
      );
      await new Promise((resolve) => socket.once('data', resolve));
      socket.resetAndDestroy();
    }
    const metrics = async (): Promise<string> => (await server.get('/metrics')).text;
    await expect.poll(metrics).toContain('robots_http_hangups_total 5\n');
    await expect.poll(metrics).toMatch(/robots_http_streams_open 0\n/);
    await expect.poll(metrics).toContain('robots_worker_tasks_waiting 0\n');
    expect(said).toEqual([]);
  });

  it('beyond the limit is closed, and those within it are served', async () => {
    const server = await serve({ connections: { maxConnections: 3 } });
    const sockets = [await open(server), await open(server), await open(server)];
    const extra = await open(server);
    expect(await readAll(extra)).toBe('');
    sockets[0]?.end(head(body.length) + body);
    expect(await readAll(sockets[0] as Socket)).toContain('HTTP/1.1 200');
    for (const socket of [...sockets, extra]) socket.destroy();
  });
});

describe('connections of one address', () => {
  it('beyond its share are closed at once', async () => {
    const server = await serve({ connections: { maxConnectionsPerClient: 2 } });
    const sockets = [await open(server), await open(server)];
    const extra = await open(server);
    expect(await readAll(extra)).toBe('');
    sockets[0]?.end(head(body.length) + body);
    expect(await readAll(sockets[0] as Socket)).toContain('HTTP/1.1 200');
    for (const socket of [...sockets, extra]) socket.destroy();
  });
});
