import { createServer } from 'node:net';
import {
  createStage,
  type HttpMisbehaviour,
  httpMisbehaviours,
  listenOnLoopback,
  readText,
  sendHop,
  startHttpOrigin,
  startRawOrigin,
  testCertificate,
  turns,
  untilLetGo,
} from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpTransport, type HttpTransportOptions } from './http.ts';
import type { TransportRequest } from './transport.ts';

const stage = createStage();

afterEach(stage.clear);

const http = (...options: Parameters<typeof startHttpOrigin>) => stage.start(startHttpOrigin(...options));
const raw = (...options: Parameters<typeof startRawOrigin>) => stage.start(startRawOrigin(...options));

function send(url: string, request?: Partial<TransportRequest>, options?: HttpTransportOptions) {
  return sendHop(createHttpTransport(options), url, request);
}

describe('one exchange', () => {
  it.each([
    '/robots.txt?a=b',
    '/robots.txt?', // RFC 3986 §6.2.3: a URL of its own
  ])('gives status, headers in lower case joined to one string each, and the body: %s', async (path) => {
    const origin = await http({
      [path]: {
        status: 203,
        headers: { 'X-Two': ['1', '2'], ETag: '"a"' },
        body: 'User-agent: *',
      },
    });
    const response = await send(`${origin.origin}${path}`, {
      headers: { 'user-agent': 'FooBot/1.0' },
    });
    expect(response.status).toBe(203);
    expect(response.headers).toMatchObject({ 'x-two': '1, 2', etag: '"a"' });
    expect(await readText(response)).toBe('User-agent: *');
    expect(origin.requests).toMatchObject([{ method: 'GET', path }]);
    expect(origin.requests[0]?.headers).toMatchObject({ 'user-agent': 'FooBot/1.0', connection: 'close' });
    await untilLetGo(origin);
  });

  it('follows no redirect, and lets go of a small body that nobody reads', async () => {
    const origin = await http({
      '/robots.txt': { status: 302, headers: { Location: '/other' }, body: 'moved' },
    });
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response).toMatchObject({ status: 302, headers: { location: '/other' } });
    expect(origin.requests).toHaveLength(1);
    await untilLetGo(origin);
  });

  it('RFC 9110 §10.2.2: gives one Location, the first, which may hold a comma', async () => {
    const origin = await http({ '/': { status: 302, headers: { Location: ['/a,b', '/c'] } } });
    expect((await send(`${origin.origin}/`)).headers).toMatchObject({ location: '/a,b' });
  });

  it('leaves the content coding on', async () => {
    const origin = await http({ '/': { headers: { 'Content-Encoding': 'gzip' }, body: 'not really gzip' } });
    expect(await readText(await send(`${origin.origin}/`))).toBe('not really gzip');
  });

  it('takes header names that are special in JavaScript', async () => {
    const origin = await http({ '/': { headers: { ['__proto__']: 'x', constructor: 'y' } } });
    const { headers } = await send(`${origin.origin}/`);
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'x']);
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
  });

  it('keeps informational answers to itself', async () => {
    const origin = await raw((socket) => {
      socket.end(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      );
    });
    const response = await send(`${origin.origin}/`);
    expect([response.status, await readText(response)]).toEqual([200, 'ok']);
  });

  it('reads a body that ends with the connection', async () => {
    const origin = await raw((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nUser-agent: *\n'));
    expect(await readText(await send(`${origin.origin}/`))).toBe('User-agent: *\n');
  });
});

describe('TLS', () => {
  it('refuses a certificate that nobody vouches for', async () => {
    const origin = await http({ '/': 'x' }, { isTls: true });
    await expect(send(`${origin.origin}/`)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await untilLetGo(origin);
  });

  it('takes extra authorities', async () => {
    const origin = await http({ '/': 'x' }, { isTls: true });
    const response = await send(`${origin.origin}/`, {}, { tls: { ca: testCertificate.cert } });
    expect(await readText(response)).toBe('x');
  });

  it("refuses another host's certificate", async () => {
    const origin = await http({ '/': 'x' }, { isTls: true });
    const sending = send(
      origin.origin.replace('127.0.0.1', 'other.example'),
      {},
      {
        tls: { ca: testCertificate.cert },
        resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    );
    await expect(sending).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it.each([
    ['https to a server without TLS', false, 'https'],
    ['http to a server with TLS', true, 'http'],
  ])('%s is an error', async (_name, isTls, scheme) => {
    const origin = await http({ '/': 'x' }, { isTls });
    const url = origin.origin.replace(/^https?/, scheme);
    await expect(send(url)).rejects.toMatchObject({ code: expect.any(String) });
    await untilLetGo(origin);
  });
});

describe('a server that misbehaves', () => {
  const atHeaders: Partial<Record<HttpMisbehaviour, string>> = {
    closesWithoutAnswer: 'ECONNRESET',
    resetsWithoutAnswer: 'ECONNRESET',
    hugeHeader: 'HPE_HEADER_OVERFLOW',
    manyHeaders: 'HPE_HEADER_OVERFLOW',
    endlessHeader: 'HPE_HEADER_OVERFLOW',
    garbage: 'ERR_ROBOTS_BAD_RESPONSE',
    noStatusLine: 'ERR_ROBOTS_BAD_RESPONSE',
    badContentLength: 'ERR_ROBOTS_BAD_RESPONSE',
    twoContentLengths: 'ERR_ROBOTS_BAD_RESPONSE',
    lengthAndChunked: 'ERR_ROBOTS_BAD_RESPONSE',
    hugeContentLength: 'ERR_ROBOTS_BAD_RESPONSE',
    switchesProtocols: 'ERR_ROBOTS_BAD_RESPONSE',
    switchesNowhere: 'ERR_ROBOTS_BAD_RESPONSE',
    status000: 'ERR_ROBOTS_BAD_RESPONSE',
    status099: 'ERR_ROBOTS_BAD_RESPONSE',
  };

  it.each(Object.entries(atHeaders))('%s: send rejects with %s', async (name, code) => {
    const origin = await raw(httpMisbehaviours[name as HttpMisbehaviour]);
    await expect(send(`${origin.origin}/robots.txt`)).rejects.toMatchObject({ code });
    await untilLetGo(origin);
  });

  const inBody: Partial<Record<HttpMisbehaviour, string>> = {
    shortBody: 'ECONNRESET',
    shortLastBody: 'ECONNRESET',
    halfCloses: 'ECONNRESET',
    resetsInBody: 'ECONNRESET',
    resetsInUnmeasuredBody: 'ECONNRESET',
    badChunkSize: 'ERR_ROBOTS_BAD_RESPONSE',
    badChunkEnd: 'ERR_ROBOTS_BAD_RESPONSE',
    hugeChunkSize: 'ERR_ROBOTS_BAD_RESPONSE',
    truncatedChunks: 'ECONNRESET',
    truncatedLastChunks: 'ERR_ROBOTS_BAD_RESPONSE',
    hugeTrailer: 'HPE_HEADER_OVERFLOW',
  };

  it.each(Object.entries(inBody))('%s: the body throws %s', async (name, code) => {
    const origin = await raw(httpMisbehaviours[name as HttpMisbehaviour]);
    const response = await send(`${origin.origin}/robots.txt`);
    await expect(readText(response)).rejects.toMatchObject({ code });
    await untilLetGo(origin);
  });

  const untilStopped: HttpMisbehaviour[] = ['silent', 'dripsHeader', 'endlessInformation'];

  it.each(untilStopped)('%s: the signal ends the wait for headers, with its reason', async (name) => {
    const origin = await raw(httpMisbehaviours[name]);
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

  const neverEnding: HttpMisbehaviour[] = [
    'silentBody',
    'dripsBody',
    'endlessBody',
    'endlessChunks',
    'endlessUnmeasuredBody',
  ];

  it.each(neverEnding)('%s: the signal ends the body, with its reason', async (name) => {
    const origin = await raw(httpMisbehaviours[name]);
    const reason = new Error('too late');
    const ending = new AbortController();
    const response = await send(`${origin.origin}/robots.txt`, { signal: ending.signal });
    const reading = expect(readText(response)).rejects.toBe(reason);
    await turns();
    ending.abort(reason);
    await reading;
    await untilLetGo(origin);
  });

  it.each(['endlessBody', 'endlessChunks', 'endlessUnmeasuredBody'] as const)(
    '%s: whoever stops reading is let go',
    async (name) => {
      const origin = await raw(httpMisbehaviours[name]);
      const response = await send(`${origin.origin}/robots.txt`);
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) if (chunk.length > 0) break;
      await untilLetGo(origin);
    },
  );

  it('a body that is discarded before it is read is let go', async () => {
    const origin = await raw(httpMisbehaviours.endlessBody);
    const { body } = await send(`${origin.origin}/robots.txt`);
    await (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return?.();
    await untilLetGo(origin);
  });

  it('an endless body that nobody reads is held back, and let go with the signal', async () => {
    const origin = await raw(httpMisbehaviours.endlessBody);
    const ending = new AbortController();
    await send(`${origin.origin}/robots.txt`, { signal: ending.signal });
    ending.abort();
    await untilLetGo(origin);
  });

  const handedOn: HttpMisbehaviour[] = ['codedForTransfer', 'codedBelowChunks', 'codedAboveChunks'];

  it.each(handedOn)('%s: the header says what is left on the body', async (name) => {
    const origin = await raw(httpMisbehaviours[name]);
    const response = await send(`${origin.origin}/robots.txt`);
    expect(response.headers['transfer-encoding']).toContain('gzip');
    expect(await readText(response)).toContain('User-agent');
    await untilLetGo(origin);
  });

  it('every misbehaviour is in one of these lists', () => {
    const listed = [...untilStopped, ...neverEnding, ...handedOn];
    const tested = [...Object.keys(atHeaders), ...Object.keys(inBody), ...listed];
    expect(tested.sort()).toEqual(Object.keys(httpMisbehaviours).sort());
  });
});

describe('connecting', () => {
  it('says when nobody listens', async () => {
    const server = await listenOnLoopback(createServer());
    await server.close();
    await expect(send(`http://127.0.0.1:${server.port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('says when the name does not exist', async () => {
    const sending = send('http://nowhere.invalid/', {}, { resolve: fail('ENOTFOUND') });
    await expect(sending).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('says when the name has no address', async () => {
    const sending = send('http://empty.test/', {}, { resolve: (_n, _o, callback) => callback(null, []) });
    await expect(sending).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('ends at its deadline when the resolver is silent', async () => {
    const sending = send('http://slow.test/', {}, { connectTimeoutMs: 100, resolve: () => {} });
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('ends at its deadline when the TLS handshake stands still', async () => {
    const server = await stage.start(listenOnLoopback(createServer((socket) => socket.resume())));
    const sending = send(`https://127.0.0.1:${server.port}/`, {}, { connectTimeoutMs: 100 });
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await untilLetGo(server);
  });

  it('ends with the signal while it connects', async () => {
    const server = await stage.start(listenOnLoopback(createServer((socket) => socket.resume())));
    const signal = AbortSignal.timeout(100);
    const sending = send(`https://127.0.0.1:${server.port}/`, { signal });
    await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' });
    await untilLetGo(server);
  });

  it('does not begin when the signal has ended already', async () => {
    const origin = await http({ '/': 'x' });
    await expect(send(origin.origin, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(origin.acceptedConnections()).toBe(0);
  });

  it('tries the next address of a name', async () => {
    const origin = await http({ '/': 'x' });
    const url = origin.origin.replace('127.0.0.1', 'two.test');
    const addresses = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const response = await send(url, {}, { resolve: (_n, _o, callback) => callback(null, addresses) });
    expect(await readText(response)).toBe('x');
  });
});

function fail(code: string): NonNullable<HttpTransportOptions['resolve']> {
  return (name, _options, callback) =>
    callback(Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code }), []);
}
