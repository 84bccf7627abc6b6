import { createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  createStage,
  type GeminiAnswer,
  type GeminiScript,
  listenOnLoopback,
  otherTestCertificate,
  pour,
  readText,
  sendHop,
  startGeminiOrigin,
  testCertificate,
  turns,
  untilLetGo,
} from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createGeminiTransport, type GeminiCertificate, type GeminiTransportOptions } from './gemini.ts';
import { geminiVirtualAgents, trustOnFirstUse } from './gemini-agents.ts';
import type { TransportRequest } from './transport.ts';

const stage = createStage();

afterEach(stage.clear);

type Behaviour = [name: string, answer: Extract<GeminiAnswer, (socket: TLSSocket) => void>];

const RULES = 'User-agent: archiver\nDisallow: /\n';

const gemini = (script: GeminiScript, options?: Parameters<typeof startGeminiOrigin>[1]) =>
  stage.start(startGeminiOrigin(script, options));

function send(url: string, request?: Partial<TransportRequest>, options?: GeminiTransportOptions) {
  return sendHop(createGeminiTransport({ connectTimeoutMs: 60_000, ...options }), url, request);
}

describe('one exchange', () => {
  it('sends one line and gives type and body', async () => {
    const origin = await gemini({ '/robots.txt': `20 text/plain; charset=utf-8\r\n${RULES}` });
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response.status).toBe(200);
    expect(response.headers).toEqual({ 'gemini-status': '20', 'content-type': 'text/plain; charset=utf-8' });
    expect(await readText(response)).toBe(RULES);
    expect(origin.requests).toEqual([`${origin.origin}/robots.txt`]);
    await untilLetGo(origin);
  });

  it('asks for the server by name in the handshake, and by its ASCII name in the request', async () => {
    const origin = await gemini('20 text/plain\r\n');
    const { port } = origin;
    const resolve: GeminiTransportOptions['resolve'] = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    await send(`gemini://EXÄMPLE.test:${port}`, {}, { resolve });
    expect(origin.serverNames).toEqual(['xn--exmple-cua.test']);
    expect(origin.requests).toEqual([`gemini://xn--exmple-cua.test:${port}/`]);
  });

  it('reads a header and a body that come in pieces', async () => {
    const pieces = ['2', '0 text/pl', 'ain\r', '\nUser-', 'agent: *'];
    const origin = await gemini((socket) => {
      const timer = setInterval(() => (pieces.length > 0 ? socket.write(pieces.shift()!) : socket.end()), 5);
      socket.once('close', () => clearInterval(timer));
    });
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response.headers['content-type']).toBe('text/plain');
    expect(await readText(response)).toBe('User-agent: *');
  });

  it('takes 1024 octets of URL and refuses 1025', async () => {
    const origin = await gemini('51 No\r\n');
    const start = `${origin.origin}/`;
    expect((await send(start + 'a'.repeat(1024 - start.length))).status).toBe(404);
    const sending = send(start + 'a'.repeat(1025 - start.length));
    await expect(sending).rejects.toMatchObject({ code: 'ERR_ROBOTS_REQUEST_REFUSED' });
    expect(origin.acceptedConnections()).toBe(1);
  });
});

describe('statuses in the terms of HTTP', () => {
  const rows: [header: string, status: number, headers?: Record<string, string>][] = [
    ['10 Your name?', 404],
    ['11 Your password?', 404],
    ['20', 200, { 'content-type': 'text/gemini; charset=utf-8' }],
    ['21 text/plain', 200, { 'content-type': 'text/plain' }],
    ['30 /elsewhere', 302, { location: '/elsewhere' }],
    ['31 gemini://example.org/robots.txt', 301, { location: 'gemini://example.org/robots.txt' }],
    ['39', 302],
    ['40', 503],
    ['41 Down', 503],
    ['42 Script', 500],
    ['43 Proxy', 502],
    ['44 60', 429, { 'retry-after': '60' }],
    ['44 Slow down, please', 429],
    ['50 No', 404],
    ['51 No', 404],
    ['52 Gone', 410],
    ['53 Not my host', 421],
    ['59 What?', 400],
    ['60 Certificate', 401],
    ['61 Not you', 403],
    ['62 Expired', 403],
  ];

  it.each(rows)('%s is %i', async (header, status, headers = {}) => {
    const origin = await gemini(`${header}\r\nbody`);
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response).toMatchObject({ status, headers: { 'gemini-status': header.slice(0, 2), ...headers } });
    expect(await readText(response)).toBe(status === 200 ? 'body' : '');
    await untilLetGo(origin);
  });
});

describe('a server that misbehaves', () => {
  it.each([
    ['no header', 'User-agent: *\nDisallow: /\n\r\n'],
    ['one digit', '2 text/plain\r\n'],
    ['an unknown class', '70 What\r\n'],
    ['three digits', '200 OK\r\n'],
    ['HTTP', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['a line feed alone', `20 text/plain\n${'a'.repeat(2_000)}`],
    ['a header of 1028 octets', `20 ${'a'.repeat(1_025)}\r\n`],
    ['a header of a megabyte', `20 ${'a'.repeat(1_048_576)}`],
  ])('%s is an error', async (_name, answer) => {
    const origin = await gemini(answer);
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({
      code: 'ERR_ROBOTS_BAD_RESPONSE',
    });
    await untilLetGo(origin);
  });

  it('takes a header of 1027 octets', async () => {
    const origin = await gemini(`51 ${'a'.repeat(1_024)}\r\n`);
    expect((await send(`${origin.origin}/robots.txt`)).status).toBe(404);
  });

  it.each([
    ['closes at once', ''],
    ['closes within the header', '20 text/pl'],
  ])('%s is an error', async (_name, answer) => {
    const origin = await gemini((socket) => socket.end(answer));
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await untilLetGo(origin);
  });

  it('a reset within the body is an error', async () => {
    const origin = await gemini((socket) => {
      socket.write(`20 text/plain\r\n${RULES}`);
      void turns().then(origin.resetConnections);
    });
    const response = await send(`${origin.origin}/robots.txt`);
    await expect(readText(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await untilLetGo(origin);
  });

  it.each([
    ['silent', () => {}],
    ['silent within the header', (socket) => socket.write('20 text/')],
  ] as Behaviour[])('%s: the signal ends it', async (_name, script) => {
    const origin = await gemini(script);
    const reason = new Error('too late');
    const ending = new AbortController();
    const sending = expect(send(`${origin.origin}/robots.txt`, { signal: ending.signal })).rejects.toBe(
      reason,
    );
    await origin.connected;
    await turns();
    ending.abort(reason);
    await sending;
    await untilLetGo(origin);
  });

  it.each([
    ['a body that stops coming', (socket) => socket.write(`20 text/plain\r\n${RULES}`)],
    ['an endless body', (socket) => pour(socket, '20 text/plain\r\n', RULES.repeat(100))],
  ] as Behaviour[])('%s: the signal ends it', async (_name, script) => {
    const origin = await gemini(script);
    const reason = new Error('too late');
    const ending = new AbortController();
    const response = await send(`${origin.origin}/robots.txt`, { signal: ending.signal });
    const reading = expect(readText(response)).rejects.toBe(reason);
    await turns();
    ending.abort(reason);
    await reading;
    await untilLetGo(origin);
  });

  it('whoever stops reading an endless body, or never begins, is let go', async () => {
    const origin = await gemini((socket) => pour(socket, '20 text/plain\r\n', RULES.repeat(100)));
    const first = await send(`${origin.origin}/robots.txt`);
    for await (const chunk of first.body as AsyncIterable<Uint8Array>) if (chunk.length > 0) break;
    const second = await send(`${origin.origin}/robots.txt`);
    await (second.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return?.();
    await untilLetGo(origin);
  });

  it('ends at its deadline when the TLS handshake stands still', async () => {
    const server = await stage.start(listenOnLoopback(createServer((socket) => socket.resume())));
    const sending = send(`gemini://127.0.0.1:${server.port}/`, {}, { connectTimeoutMs: 100 });
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await untilLetGo(server);
  });
});

describe('certificates', () => {
  it('are shown to the hook before anything is sent', async () => {
    const origin = await gemini('51 No\r\n');
    const seen: GeminiCertificate[] = [];
    const onCertificate = (certificate: GeminiCertificate) => {
      seen.push(certificate);
      return false;
    };
    const sending = send(`${origin.origin}/robots.txt`, {}, { onCertificate });
    await expect(sending).rejects.toMatchObject({ code: 'ERR_ROBOTS_CERTIFICATE_REFUSED' });
    expect(origin.requests).toEqual([]);
    expect(seen).toMatchObject([
      { host: '127.0.0.1', port: origin.port, validFrom: Date.UTC(2020, 0, 1), isAuthorized: false },
    ]);
    expect(seen[0]?.fingerprint256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    await untilLetGo(origin);
  });

  it('the signal ends a hook that never answers', async () => {
    const origin = await gemini('51 No\r\n');
    const signal = AbortSignal.timeout(100);
    const sending = send(`${origin.origin}/`, { signal }, { onCertificate: () => new Promise(() => {}) });
    await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' });
    await untilLetGo(origin);
  });

  it('are trusted on first use, and then no other', async () => {
    const onCertificate = trustOnFirstUse();
    const resolve: GeminiTransportOptions['resolve'] = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const first = await gemini('51 No\r\n', { certificate: testCertificate });
    const ask = () => send(`gemini://capsule.test:${first.port}/`, {}, { onCertificate, resolve });
    expect((await ask()).status).toBe(404);
    expect((await ask()).status).toBe(404);
    const shown = await certificateOf(await gemini('51 No\r\n', { certificate: otherTestCertificate }));
    expect(onCertificate({ ...shown, host: 'capsule.test', port: first.port })).toBe(false);
    expect(onCertificate({ ...shown, host: 'other.test', port: first.port })).toBe(true);
  });

  it('may change once the old one has expired, and are not taken outside their time', () => {
    let now = 500;
    const trust = trustOnFirstUse(new Map(), { now: () => now });
    const certificate = {
      host: 'a',
      port: 1965,
      raw: new Uint8Array(),
      validFrom: 0,
      validTo: 1_000,
      isAuthorized: false,
    };
    expect(trust({ ...certificate, fingerprint256: 'one' })).toBe(true);
    expect(trust({ ...certificate, fingerprint256: 'two' })).toBe(false);
    now = 1_001;
    expect(trust({ ...certificate, fingerprint256: 'one' })).toBe(false);
    expect(trust({ ...certificate, fingerprint256: 'two', validTo: 2_000 })).toBe(true);
    expect(trust({ ...certificate, fingerprint256: 'two', validFrom: 1_500, validTo: 2_000 })).toBe(false);
  });
});

async function certificateOf({ origin }: { origin: string }): Promise<GeminiCertificate> {
  const seen: GeminiCertificate[] = [];
  await send(`${origin}/`, {}, { onCertificate: (certificate) => seen.push(certificate) > 0 });
  return seen[0]!;
}

describe('virtual agents', () => {
  it('are the four of the convention', () => {
    const tokens = geminiVirtualAgents.map(({ productToken }) => productToken);
    expect(tokens).toEqual(['archiver', 'indexer', 'researcher', 'webproxy']);
  });
});
