/** The Host field names the requested site (RFC 9110 §7.2), regardless of the server to which the connection goes. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import {
  type ClientOptions,
  createClient,
  createGuardedDispatcher,
  type GuardError,
  guard,
  guardedFetch,
  type Resolve,
} from '@robots-exclusion/client';
import { startHttpOrigin, testCertificate } from '@robots-exclusion/testkit';
import { interceptors, request, fetch as undiciFetch } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';

/** One machine that serves two sites: `open.example` allows everything; any other name allows only its robots.txt. */
async function machine() {
  const origin = await startHttpOrigin(({ path, headers }) => {
    if (path !== '/robots.txt') return path === '/go' ? { status: 302, headers: { location: '/' } } : 'page';
    return /^open\.example/.test(headers['host'] ?? '')
      ? 'User-agent: *\nAllow: /\n'
      : 'User-agent: *\nDisallow: /\n';
  });
  onTestFinished(() => origin.close());
  const { port } = new URL(origin.origin);
  const pages = () =>
    origin.requests
      .filter(({ path }) => path !== '/robots.txt')
      .map(({ path, headers }) => `${headers['host']} ${path}`);
  return { ...origin, port, pages };
}

const resolve: Resolve = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

function clientOf(options: Partial<ClientOptions> = {}) {
  const client = createClient({ userAgent: 'FooBot/1.0', resolve, ...options });
  onTestFinished(() => client.close());
  return client;
}

async function endOf(calling: Promise<{ status?: number; statusCode?: number }>): Promise<unknown> {
  try {
    const { status, statusCode } = await calling;
    return status ?? statusCode;
  } catch (error) {
    const { code, cause, message } = error as GuardError;
    return code ?? (cause as Partial<GuardError> | undefined)?.code ?? message;
  }
}

type Ended = Promise<{ status?: number; statusCode?: number }>;
type Call = (url: string, headers?: Record<string, string>) => Ended;

function doorOf(options: Partial<ClientOptions> = {}): Call {
  const dispatcher = createGuardedDispatcher(clientOf(options));
  return (url, headers = {}) => request(url, { headers, dispatcher });
}

describe('a request of undici', () => {
  it('asks about the site that Host names, and sends to where the URL leads', async () => {
    const { port, pages, origin } = await machine();
    const call = doorOf();
    expect(await endOf(call(`${origin}/`))).toBe('ROBOTS_DISALLOWED');
    expect(await endOf(call(`${origin}/a`, { host: `open.example:${port}` }))).toBe(200);
    expect(await endOf(call(`http://open.example:${port}/`, { Host: `shut.example:${port}` }))).toBe(
      'ROBOTS_DISALLOWED',
    );
    expect(pages()).toEqual([`open.example:${port} /a`]);
  });

  it('names the asked site to a proxy, which knows no other', async () => {
    const { origin, requests } = await machine();
    const call = doorOf({ proxy: () => origin });
    expect(await endOf(call('http://192.0.2.1/a', { host: 'open.example' }))).toBe(200);
    expect(requests.map(({ path }) => path)).toEqual([
      'http://open.example/robots.txt',
      'http://open.example/a',
    ]);
  });

  it('opens no address by the name of another site', async () => {
    const open = await machine();
    const secret = await machine();
    const alsoOrigins = [`http://open.example:${open.port}`];
    const call = doorOf({ addressPolicy: { allow: 'public-only', alsoOrigins } });
    expect(await endOf(call(`${alsoOrigins[0]}/a`))).toBe(200);
    expect(await endOf(call(`${secret.origin}/a`, { host: `open.example:${open.port}` }))).toBe(
      'ERR_ROBOTS_ADDRESS_REFUSED',
    );
    expect(secret.acceptedConnections()).toBe(0);
  });

  it.each(['', 'a b', 'a/b', 'me@open.example', 'open.example:x', 'a#b', 'a\\b'])(
    'with Host "%s" is refused, and nothing is sent',
    async (host) => {
      const { origin, requests } = await machine();
      expect(await endOf(doorOf()(`${origin}/a`, { host }))).toMatch(/Cannot send the request/);
      expect(requests).toEqual([]);
    },
  );
});

it('fetch sends the Host of its URL, whatever the fields of the call say: the guard asks about that', async () => {
  const { origin, port, pages } = await machine();
  const dispatcher = createGuardedDispatcher(clientOf());
  const headers = { host: `open.example:${port}` };
  for (const send of [fetch, undiciFetch] as (typeof fetch)[]) {
    const init = { headers, dispatcher } as unknown as RequestInit;
    expect(await endOf(send(`${origin}/a`, init))).toBe('ROBOTS_DISALLOWED');
  }
  expect(pages()).toEqual([]);
});

it('a request with two Host fields is refused', async () => {
  const { origin, requests } = await machine();
  const dispatcher = createGuardedDispatcher(clientOf());
  const headers = ['host', 'open.example', 'Host', 'shut.example'];
  await expect(dispatcher.request({ origin, path: '/', method: 'GET', headers })).rejects.toThrow(
    'Cannot send the request: expected one Host, not 2',
  );
  expect(requests).toEqual([]);
});

it('below undici’s interceptors.dns, the guard asks about the name, not about the address', async () => {
  const { port, pages } = await machine();
  const dns = interceptors.dns({
    lookup: (_origin, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4, ttl: 1000 }]),
  });
  const dispatcher = createGuardedDispatcher(clientOf()).compose(dns);
  expect(await endOf(request(`http://open.example:${port}/a`, { dispatcher }))).toBe(200);
  expect(await endOf(request(`http://shut.example:${port}/a`, { dispatcher }))).toBe('ROBOTS_DISALLOWED');
  expect(pages()).toEqual([`open.example:${port} /a`]);
});

it('TLS asks for the certificate of the name, not of the address', async () => {
  const names: string[] = [];
  const server = createServer({
    ...testCertificate,
    SNICallback: (name, callback) => {
      names.push(name);
      callback(null);
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const everything = {
    schemes: ['https'],
    send: async () => ({ status: 404, headers: {}, body: new Uint8Array() }),
  };
  const call = doorOf({ transports: [everything] });
  expect(await endOf(call(`https://127.0.0.1:${port}/`, { host: `open.example:${port}` }))).toBe(
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  );
  expect(names).toEqual(['open.example']);
});

it('guard asks about the host that will be sent', async () => {
  const { origin, port } = await machine();
  const ask = guard(clientOf());
  const { url } = await ask(`${origin}/a`, { host: `open.example:${port}` });
  expect(url).toBe(`http://open.example:${port}/a`);
  await expect(ask(`http://open.example:${port}/a`, { host: `shut.example:${port}` })).rejects.toThrow(
    'disallows it',
  );
});

describe('guardedFetch refuses a Host of another site', () => {
  it('of the call', async () => {
    const { origin, port, requests } = await machine();
    const send = guardedFetch(clientOf());
    await expect(send(`${origin}/a`, { headers: { host: `open.example:${port}` } })).rejects.toThrow(
      `Cannot fetch "${origin}/a" with Host "open.example:${port}": expected the Host of the URL`,
    );
    expect(requests).toEqual([]);
  });

  it('of sign', async () => {
    const { port, pages } = await machine();
    const send = guardedFetch(clientOf(), {
      sign: (_url, init) => ({ ...init, headers: { host: `shut.example:${port}` } }),
    });
    await expect(send(`http://open.example:${port}/`)).rejects.toThrow('expected the Host of the URL');
    expect(pages()).toEqual([]);
  });

  it('and takes its own', async () => {
    const { port } = await machine();
    const host = `open.example:${port}`;
    expect((await guardedFetch(clientOf())(`http://${host}/`, { headers: { host } })).status).toBe(200);
  });
});
