import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import {
  checkAll,
  createStage,
  listenOnLoopback,
  readText,
  sendHop,
  startHttpOrigin,
  testCertificate,
  untilLetGo,
} from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHttpTransport, type HttpTransportOptions } from './http.ts';
import { proxyFromEnvironment } from './proxy-environment.ts';
import { proxyAnswer } from './proxy-marks.ts';
import type { Resolve } from './resolver.ts';
import type { TransportRequest } from './transport.ts';

const stage = createStage();
afterEach(async () => {
  vi.unstubAllEnvs();
  await stage.clear();
});

const origin = (isTls = false) =>
  stage.start(
    startHttpOrigin((request) => ({ body: `${request.headers['host']} ${request.path}` }), { isTls }),
  );

const addresses: Record<string, string> = { 'private.test': '10.0.0.1', 'public.test': '93.184.216.34' };

/** Resolves every other name to 127.0.0.1. */
const resolve: Resolve = (name, _, callback) =>
  callback(null, [{ address: addresses[name] ?? '127.0.0.1', family: 4 }]);

/** A typical proxy: it opens tunnels and fetches URLs, and resolves every name to 127.0.0.1. */
async function proxy({ status = 200, target }: { status?: number; target: number }) {
  const seen: { line: string; authorization: string | undefined; host: string | undefined }[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void =>
    void seen.push({
      line: `${method} ${url}`,
      authorization: headers['proxy-authorization'],
      host: headers.host,
    });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    note(request);
    response.end(`proxied ${request.url}`);
  };
  const server = createServer(answer);
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    note(request);
    client.on('error', () => {});
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(target, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  const running = await stage.start(listenOnLoopback(server));
  return { seen, running, url: `http://127.0.0.1:${running.port}` };
}

function send(url: string, request: Partial<TransportRequest>, options: HttpTransportOptions) {
  return sendHop(
    createHttpTransport({ resolve, tls: { ca: testCertificate.cert }, ...options }),
    url,
    request,
  );
}

const publicOnly = (...alsoOrigins: string[]) => ({
  addressPolicy: { allow: 'public-only' as const, alsoOrigins },
});

describe('through a proxy', () => {
  it('https goes through a tunnel, with the name of the host in TLS and in HTTP', async () => {
    const { port } = await origin(true);
    const { seen, url, running } = await proxy({ target: port });
    const response = await send(`https://localhost:${port}/robots.txt`, {}, { proxy: () => url });
    expect(await readText(response)).toBe(`localhost:${port} /robots.txt`);
    expect(seen).toEqual([
      { line: `CONNECT localhost:${port}`, authorization: undefined, host: `localhost:${port}` },
    ]);
    await untilLetGo(running);
  });

  it('http is asked of the proxy itself', async () => {
    const { url, seen, running } = await proxy({ target: 0 });
    const response = await send('http://localhost/robots.txt?a', {}, { proxy: () => url });
    expect(await readText(response)).toBe('proxied http://localhost/robots.txt?a');
    expect(seen).toEqual([
      { line: 'GET http://localhost/robots.txt?a', authorization: undefined, host: 'localhost' },
    ]);
    await untilLetGo(running);
  });

  it.each(['http', 'https'])(
    'restricted addresses: the proxy is given the address that was checked (%s)',
    async (scheme) => {
      const { port } = await origin(scheme === 'https');
      const { url, seen } = await proxy({ target: port });
      const options = {
        proxy: () => url,
        tls: { ca: testCertificate.cert, checkServerIdentity: () => undefined },
      };
      const response = await send(`${scheme}://public.test:${port}/robots.txt`, publicOnly(), options);
      expect(await readText(response)).toBe(`public.test:${port} /robots.txt`);
      expect(seen.map(({ line }) => line)).toEqual([`CONNECT 93.184.216.34:${port}`]);
    },
  );

  it('restricted addresses: what the user lets through, or lets the proxy resolve, needs no tunnel for http', async () => {
    const { url, seen } = await proxy({ target: 0, status: 403 });
    const { addressPolicy } = publicOnly();
    const proxyResolves = { addressPolicy: { ...addressPolicy, proxyResolves: true } };
    const options = { proxy: () => url };
    await readText(await send('http://localhost/a', publicOnly('http://localhost'), options));
    await readText(await send('http://public.test/b', proxyResolves, options));
    for (const refused of ['http://private.test/', 'http://10.0.0.1/'])
      await expect(send(refused, proxyResolves, options)).rejects.toMatchObject({
        code: 'ERR_ROBOTS_ADDRESS_REFUSED',
      });
    await expect(send('http://public.test/c', publicOnly(), options)).rejects.toThrow(
      'answered 403; many proxies permit CONNECT to port 443 only',
    );
    const lines = ['GET http://localhost/a', 'GET http://public.test/b', 'CONNECT 93.184.216.34:80'];
    expect(seen.map(({ line }) => line)).toEqual(lines);
  });

  it.each(['http://private.test/', 'https://private.test/', 'https://10.0.0.1/', 'http://[::ffff:a00:1]/'])(
    'restricted addresses: %s is refused before the proxy hears of it',
    async (target) => {
      const { url, running } = await proxy({ target: 0 });
      const sending = send(target, publicOnly(), { proxy: () => url });
      await expect(sending).rejects.toMatchObject({ code: 'ERR_ROBOTS_ADDRESS_REFUSED' });
      expect(running.acceptedConnections()).toBe(0);
    },
  );

  it('the proxy is given its name and password, the origin is not', async () => {
    const { port, requests } = await origin(true);
    const { url, seen } = await proxy({ target: port });
    const withPassword = url.replace('://', '://me:p%40ss@');
    const expected = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    await readText(await send(`https://localhost:${port}/`, {}, { proxy: () => withPassword }));
    await readText(await send('http://localhost/', {}, { proxy: () => withPassword }));
    expect(seen.map(({ authorization }) => authorization)).toEqual([expected, expected]);
    expect(requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('a proxy that refuses is an error that says so, without its address', async () => {
    const { url, running } = await proxy({ target: 0, status: 407 });
    const sending = send('https://localhost/', {}, { proxy: () => url.replace('://', '://me:secret@') });
    const error = await sending.catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'ERR_ROBOTS_PROXY', message: expect.stringContaining('407') });
    expect(String(error)).not.toContain('secret');
    await untilLetGo(running);
  });

  it('a certificate of another host is refused behind the proxy, too', async () => {
    const { port } = await origin(true);
    const { url } = await proxy({ target: port });
    const sending = send(`https://elsewhere.example:${port}/`, {}, { proxy: () => url });
    await expect(sending).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('a proxy that is silent is given up after the time for connecting', async () => {
    const silent = await stage.start(listenOnLoopback(createTcpServer((socket) => socket.resume())));
    const options = { proxy: () => `http://127.0.0.1:${silent.port}`, connectTimeoutMs: 50 };
    await expect(send('https://localhost/', {}, options)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await untilLetGo(silent);
  });

  it('an abort ends the wait for a proxy', async () => {
    const silent = await stage.start(listenOnLoopback(createTcpServer((socket) => socket.resume())));
    const stop = new AbortController();
    const options = { proxy: () => `http://127.0.0.1:${silent.port}` };
    const sending = send('https://localhost/', { signal: stop.signal }, options);
    await silent.connected;
    stop.abort(new Error('enough'));
    await expect(sending).rejects.toThrow('enough');
    await untilLetGo(silent);
  });

  it.each(['ftp://proxy.example', 'http://', 'socks5://127.0.0.1:1', 'http://a%zz:b@127.0.0.1:1'])(
    '%s is not a proxy',
    async (named) => {
      await expect(send('https://localhost/', {}, { proxy: () => named })).rejects.toMatchObject({
        code: 'ERR_ROBOTS_PROXY',
      });
    },
  );
});

describe('who answered', () => {
  interface Recorded {
    program: string;
    settings: string;
    case: string;
    speaker: 'origin' | 'proxy';
    method: string;
    status: number;
    headers: Record<string, string>;
  }
  const file = new URL('../../../../spec/servers/proxy-answers.json', import.meta.url);
  const { answers } = JSON.parse(readFileSync(file, 'utf8')) as { answers: Recorded[] };
  /** Programs that do not mark their own answers, or as they would in front of a site. */
  const unmarked = new Set(['haproxy', 'varnishd', 'nginx']);

  it('the answers that real proxies make themselves are told from those of the site', () =>
    checkAll(
      answers.filter(({ status, method }) => status && method === 'GET'),
      (one) => `${one.program} ${one.settings}: ${one.case}`,
      ({ program, speaker, status, headers }) => {
        const isOfProxy = proxyAnswer('proxy.example:3128', status, headers) !== undefined;
        expect(isOfProxy).toBe(speaker === 'proxy' && !unmarked.has(program));
      },
    ));

  it.each<[number, Record<string, string>, string]>([
    [407, {}, 'it wants a password'],
    [
      403,
      { 'Proxy-Status': 'r34.example.net; error="http_request_denied"; details="no"' },
      'http_request_denied',
    ],
  ])('%i %o', async (status, headers, why) => {
    const site = await stage.start(startHttpOrigin(() => ({ status, headers, body: 'User-agent: *' })));
    const proxy = `127.0.0.1:${site.port}`;
    const sending = send('http://a.example/robots.txt', {}, { proxy: () => `http://me:secret@${proxy}` });
    const message = `The proxy ${proxy} answered ${status}: ${why}`;
    await expect(sending).rejects.toMatchObject({ code: 'ERR_ROBOTS_PROXY', message });
    await untilLetGo(site);
  });

  it('without a proxy, and with `Proxy-Status` of an answer that was passed on, the site speaks', async () => {
    const headers = { 'Proxy-Status': 'r34.example.net; received-status=403' };
    const site = await stage.start(
      startHttpOrigin({ '/': { status: 407 }, 'http://a.example/b': { status: 403, headers } }),
    );
    expect((await send(`${site.origin}/`, {}, {})).status).toBe(407);
    expect((await send('http://a.example/b', {}, { proxy: () => site.origin })).status).toBe(403);
  });
});

describe('the environment', () => {
  it('NO_PROXY is read as curl, Go and requests read it where they agree', async () => {
    const file = new URL('../../../../spec/servers/no-proxy.json', import.meta.url);
    const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: Record<string, string>[] };
    vi.stubEnv('no_proxy', '').stubEnv('http_proxy', 'http://p:1');
    await checkAll(
      rows,
      ({ url, noProxy }) => `${url} ${noProxy}`,
      ({ url, noProxy, curl, go, requests, ours }) => {
        vi.stubEnv('NO_PROXY', noProxy!);
        expect(proxyFromEnvironment(url!) === undefined ? 'direct' : 'proxy').toBe(ours);
        if (curl === go && go === requests) expect(ours).toBe(curl);
      },
    );
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ['https://example.com/', {}, undefined],
    ['https://example.com/', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
    ['https://example.com/', { https_proxy: 'http://q:1', HTTPS_PROXY: 'http://p:1' }, 'http://q:1'],
    ['http://example.com/', { HTTPS_PROXY: 'http://p:1' }, undefined],
    ['http://example.com/', { HTTP_PROXY: 'p:3128' }, 'p:3128'],
    ['http://example.com/', { ALL_PROXY: 'http://p:1' }, 'http://p:1'],
    ['gemini://example.com/', { ALL_PROXY: 'http://p:1' }, undefined],
    ['https://example.com/', { ALL_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
    ['https://a.Example.com/', { ALL_PROXY: 'http://p:1', NO_PROXY: 'Example.com' }, undefined],
    ['https://a.example.com./', { ALL_PROXY: 'http://p:1', NO_PROXY: 'x, .example.com' }, undefined],
    ['https://a.example.com/', { ALL_PROXY: 'http://p:1', no_proxy: '*.example.com' }, undefined],
    ['https://example.com:8443/', { ALL_PROXY: 'http://p:1', NO_PROXY: 'example.com:443' }, 'http://p:1'],
    ['https://example.com/', { ALL_PROXY: 'http://p:1', NO_PROXY: 'example.com:443' }, undefined],
    ['http://11.1.2.3/', { ALL_PROXY: 'http://p:1', NO_PROXY: '10.0.0.0/8' }, 'http://p:1'],
    ['http://10.1.2.3:81/', { ALL_PROXY: 'http://p:1', NO_PROXY: '10.1.2.3:80' }, 'http://p:1'],
    ['http://[fd00::5]:81/', { ALL_PROXY: 'http://p:1', NO_PROXY: '[fd00::5]:81' }, undefined],
    ['http://[fd00::5]:81/', { ALL_PROXY: 'http://p:1', NO_PROXY: '[fd00::5]:82' }, 'http://p:1'],
    ['http://[::1]:8080/', { ALL_PROXY: 'http://p:1' }, undefined],
    ['http://localhost:8080/', { ALL_PROXY: 'http://p:1' }, undefined],
    ['http://a.localhost./', { ALL_PROXY: 'http://p:1' }, undefined],
    ['http://127.9.9.9/', { ALL_PROXY: 'http://p:1' }, undefined],
    ['http://localhost.example/', { ALL_PROXY: 'http://p:1' }, 'http://p:1'],
    ['http://[fd00::5]/', { ALL_PROXY: 'http://p:1', NO_PROXY: 'fd00::/8' }, undefined],
    ['http://10.1.2.3/', { ALL_PROXY: 'http://p:1', NO_PROXY: '10.0.0.0/99, //,:' }, 'http://p:1'],
  ])('%s with %o: %s', (url, variables, expected) => {
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']) {
      vi.stubEnv(name, '');
      vi.stubEnv(name.toUpperCase(), '');
    }
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(proxyFromEnvironment(url)).toBe(expected);
  });
});
