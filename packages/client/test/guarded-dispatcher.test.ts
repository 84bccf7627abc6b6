/**
 * Tests `createGuardedDispatcher`, and the guarantees of `guardedFetch` about the client's policy, about waits, and
 * about how calls end.
 */
import { createHash } from 'node:crypto';
import {
  type ClientOptions,
  createClient,
  createGuardedDispatcher,
  type GuardError,
  type GuardOptions,
  guard,
  guardedFetch,
  type Resolve,
} from '@robots-exclusion/client';
import { type HttpScript, startHttpOrigin } from '@robots-exclusion/testkit';
import { Agent, interceptors, request, fetch as undiciFetch } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { steppedClock } from './stepped-clock.ts';

const RULES = 'User-agent: *\nDisallow: /private\n';

async function siteOf(script: HttpScript) {
  const site = await startHttpOrigin(script);
  onTestFinished(() => site.close());
  return site;
}

function clientOf(options: Partial<ClientOptions> = {}) {
  const client = createClient({ userAgent: 'FooBot/1.0', ...options });
  onTestFinished(() => client.close());
  return client;
}

const paths = ({ requests }: { requests: { path: string }[] }) =>
  requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');

/** How a call ends: its status, or the code of its GuardError, even if the GuardError is nested in another error. */
async function endOf(calling: Promise<{ status?: number; statusCode?: number }>): Promise<unknown> {
  try {
    const { status, statusCode } = await calling;
    return status ?? statusCode;
  } catch (error) {
    const { code, cause, name } = error as GuardError;
    return code ?? (cause as GuardError | undefined)?.code ?? name;
  }
}

type Call = (
  url: string,
  init?: { signal?: AbortSignal },
) => Promise<{ status?: number; statusCode?: number }>;

/** Every way in which a page can be requested under the guard. */
function doorsOf(options: Partial<ClientOptions> = {}, guardOptions: GuardOptions = {}): [string, Call][] {
  const client = clientOf(options);
  const dispatcher = createGuardedDispatcher(client, guardOptions);
  const following = dispatcher.compose(interceptors.redirect({ maxRedirections: 5 }));
  return [
    ['guardedFetch', guardedFetch(client, guardOptions) as Call],
    ['fetch of Node', (url, init) => fetch(url, { ...init, dispatcher } as unknown as RequestInit)],
    ['fetch of undici', (url, init) => undiciFetch(url, { ...init, dispatcher }) as ReturnType<Call>],
    ['request of undici', (url, init) => request(url, { ...init, dispatcher: following })],
  ];
}

const doors = ['guardedFetch', 'fetch of Node', 'fetch of undici', 'request of undici'];

function door(name: string, options: Partial<ClientOptions> = {}, guardOptions: GuardOptions = {}): Call {
  return new Map(doorsOf(options, guardOptions)).get(name) as Call;
}

describe.each(doors)('%s', (name) => {
  it('requests what is allowed under the client’s name, and nothing else, behind redirects too', async () => {
    const site = await siteOf({
      '/robots.txt': RULES,
      '/open': 'open',
      '/moved': { status: 302, headers: { location: '/private' } },
      '/fine': { status: 302, headers: { location: '/open' } },
    });
    const call = door(name);
    const ends = [];
    for (const path of ['/open', '/fine', '/private', '/moved'])
      ends.push(await endOf(call(site.origin + path)));
    expect(ends).toEqual([200, 200, 'ROBOTS_DISALLOWED', 'ROBOTS_DISALLOWED']);
    expect(paths(site)).toEqual(['/open', '/fine', '/open', '/moved']);
    expect(new Set(site.requests.map(({ headers }) => headers['user-agent']))).toEqual(
      new Set(['FooBot/1.0']),
    );
  });

  it('takes no host from a path: "//b.example/x" is a path of its own site, through a proxy too', async () => {
    const elsewhere = await siteOf({ '/robots.txt': 'User-agent: *\nAllow: /\n', '/x': 'elsewhere' });
    const { host } = new URL(elsewhere.origin);
    const open = await siteOf({ '/robots.txt': RULES, [`//${host}/x`]: 'open' });
    const closed = await siteOf({ '/robots.txt': 'User-agent: *\nDisallow: //\n' });
    expect(await endOf(door(name)(`${open.origin}//${host}/x`))).toBe(200);
    expect(await endOf(door(name)(`${closed.origin}//${host}/x`))).toBe('ROBOTS_DISALLOWED');
    expect([paths(open), paths(closed), elsewhere.requests]).toEqual([[`//${host}/x`], [], []]);
    const proxy = await siteOf((received) =>
      received.path.endsWith('/robots.txt') ? { status: 404 } : { body: 'page' },
    );
    await endOf(door(name, { proxy: () => proxy.origin })('http://a.example//b.example/x'));
    expect(paths(proxy).filter((path) => !path.endsWith('/robots.txt'))).toEqual([
      'http://a.example//b.example/x',
    ]);
  });

  it('refuses private addresses for pages as for robots.txt, whatever the path and the way there', async () => {
    const secret = await siteOf({ '/robots.txt': 'secret', '/': 'secret' });
    for (const target of ['/robots.txt', '/', '/x?y']) {
      const lure = await siteOf({
        '/robots.txt': RULES,
        '/go': { status: 302, headers: { location: secret.origin + target } },
      });
      const addressPolicy = { allow: 'public-only', alsoOrigins: [lure.origin] } as const;
      const call = door(name, { addressPolicy });
      expect(await endOf(call(`${lure.origin}/go`)), target).toBe('ROBOTS_REFUSED');
      expect(await endOf(call(secret.origin + target)), target).toBe('ROBOTS_REFUSED');
      expect(await endOf(call(secret.origin.replace('127.0.0.1', 'localhost') + target))).toBe(
        'ROBOTS_REFUSED',
      );
    }
    expect(secret.acceptedConnections()).toBe(0);
  });

  it('a name that leads elsewhere after robots.txt was read is not followed there (DNS rebinding)', async () => {
    const secret = await siteOf({ '/robots.txt': RULES, '/page': 'secret' });
    let asked = 0;
    const resolve: Resolve = (_name, _options, callback) => {
      asked++;
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const origin = secret.origin.replace('127.0.0.1', 'rebind.example');
    const robotsOnly = {
      schemes: ['http'],
      enforcesAddressPolicy: true,
      send: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode(RULES) }),
    };
    const call = door(name, { addressPolicy: { allow: 'public-only' }, resolve, transports: [robotsOnly] });
    const end = await endOf(call(`${origin}/page`));
    expect(['ROBOTS_REFUSED', 'ERR_ROBOTS_ADDRESS_REFUSED']).toContain(end);
    expect([asked, secret.acceptedConnections()]).toEqual([1, 0]);
  });

  it('goes where the client’s resolver leads', async () => {
    const site = await siteOf({ '/robots.txt': RULES, '/page': 'page' });
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const call = door(name, { resolve });
    expect(await endOf(call(`${site.origin.replace('127.0.0.1', 'only.example')}/page`))).toBe(200);
  });

  it('goes through the client’s proxy', async () => {
    const proxy = await siteOf(({ path }) => (path.endsWith('/robots.txt') ? RULES : `by proxy: ${path}`));
    const call = door(name, { proxy: () => proxy.origin.replace('//', '//me:pw@') });
    expect(await endOf(call('http://far.example/page?a'))).toBe(200);
    expect(proxy.requests.map(({ path }) => path)).toEqual([
      'http://far.example/robots.txt',
      'http://far.example/page?a',
    ]);
    const authorization = `Basic ${Buffer.from('me:pw').toString('base64')}`;
    for (const { headers } of proxy.requests) expect(headers['proxy-authorization']).toBe(authorization);
  });

  it('reaches each URL of a site by the route that the client names for it', async () => {
    const site = await siteOf(({ path }) => (path === '/robots.txt' ? RULES : 'x'));
    const one = await siteOf(() => 'by one');
    const other = await siteOf(() => 'by other');
    const proxies = new Map([
      ['/one', one.origin],
      ['/other', other.origin],
    ]);
    const call = door(name, {
      proxy: (url) => proxies.get(new URL(url).pathname),
      addressPolicy: { allow: 'any' },
    });
    for (const path of ['/direct', '/one', '/other']) expect(await endOf(call(site.origin + path))).toBe(200);
    expect(paths(site)).toEqual(['/direct']);
    expect(paths(one)).toEqual([`${site.origin}/one`]);
    expect(paths(other)).toEqual([`${site.origin}/other`]);
  });

  it('ends with the signal’s own reason while robots.txt hangs, and while it waits for a turn', async () => {
    const hanging = await siteOf(() => () => {});
    const slow = await siteOf({ '/robots.txt': 'User-agent: *\nCrawl-delay: 60\n', '/': 'x' });
    const call = door(name);
    for (const { origin } of [hanging, slow]) {
      const timed = call(`${origin}/`, { signal: AbortSignal.timeout(200) });
      await expect(timed).rejects.toMatchObject({ name: 'TimeoutError' });
      const reason = new Error('enough');
      const stop = new AbortController();
      const stopped = call(`${origin}/`, { signal: stop.signal });
      setImmediate(() => stop.abort(reason));
      await expect(stopped).rejects.toBe(reason);
      await expect(call(`${origin}/`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    }
    expect([...paths(hanging), ...paths(slow)]).toEqual([]);
  });

  it('defers what would have to wait for longer than maxWaitMs, and says until when', async () => {
    const site = await siteOf({ '/robots.txt': 'User-agent: *\nCrawl-delay: 40\n', '/': 'x' });
    const call = door(name, {}, { maxWaitMs: 10_000 });
    const before = Date.now();
    const error = await call(`${site.origin}/`).then(
      () => undefined,
      (reason: Error & { cause?: unknown }) => (reason.name === 'GuardError' ? reason : reason.cause),
    );
    expect(error).toMatchObject({ code: 'ROBOTS_DEFERRED', decision: { action: 'defer', outcome: 'rules' } });
    const { retryAt = 0 } = error as GuardError;
    expect(retryAt - before).toBeGreaterThan(30_000);
    expect(retryAt - before).toBeLessThan(60_000);
    expect(paths(site)).toEqual([]);
  });

  it('/robots.txt itself waits for nobody, neither for a turn nor until the site is tried again', async () => {
    const slow = await siteOf({ '/robots.txt': 'User-agent: *\nCrawl-delay: 100\n' });
    const failing = await siteOf({ '/robots.txt': { status: 503, headers: { 'retry-after': '600' } } });
    const call = door(name, {}, { maxWaitMs: 0 });
    expect(await endOf(call(`${slow.origin}/robots.txt`))).toBe(200);
    expect(await endOf(call(`${failing.origin}/robots.txt`))).toBe(503);
    expect(await endOf(call(`${failing.origin}/page`))).toBe('ROBOTS_DEFERRED');
  });

  it('every gap at the origin is at least the delay, robots.txt included', async () => {
    // The clock does not advance while a request is in transit: the client does not control how long that takes.
    const time = steppedClock();
    const times: number[] = [];
    const site = await siteOf(({ path }) => {
      times.push(time.now());
      return path === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 0.2\n' : 'x';
    });
    const call = door(name, { clock: time }, { waitUntil: time.waitUntil });
    const calls = Array.from({ length: 6 }, (_, at) => endOf(call(`${site.origin}/${at}`)));
    for (let page = 1; page <= calls.length; page++) {
      await time.someoneWaits();
      expect(times).toHaveLength(page);
      time.step();
      await expect.poll(() => times.length).toBe(page + 1);
    }
    expect(await Promise.all(calls)).toEqual(calls.map(() => 200));
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps).toHaveLength(6);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(200);
  });

  it('obeys what a response states about its use', async () => {
    const site = await siteOf({
      '/robots.txt': RULES,
      '/no': { headers: { 'content-usage': 'train-ai=n' }, body: 'x' },
      '/yes': 'x',
    });
    const call = door(name, {}, { use: 'ai-training' });
    expect([await endOf(call(`${site.origin}/no`)), await endOf(call(`${site.origin}/yes`))]).toEqual([
      'ROBOTS_USE_DISALLOWED',
      200,
    ]);
  });
});

it.each(doors.filter((name) => !name.startsWith('request')))(
  '%s reads a Location in UTF-8, of robots.txt and of pages',
  async (name) => {
    const octets = Buffer.from('/\u00e9').toString('latin1');
    const site = await siteOf({
      '/robots.txt': { status: 301, headers: { location: `/robots${octets}` } },
      '/robots/%C3%A9': 'User-agent: *\nDisallow: /private/%C3%A9\n',
      '/go': { status: 302, headers: { location: octets } },
      '/stop': { status: 302, headers: { location: `/private${octets}` } },
      '/%C3%A9': 'page',
    });
    const call = door(name);
    expect(await endOf(call(`${site.origin}/go`))).toBe(200);
    expect(await endOf(call(`${site.origin}/stop`))).toBe('ROBOTS_DISALLOWED');
    expect(paths(site)).toEqual(['/robots/%C3%A9', '/go', '/%C3%A9', '/stop']);
  },
);

describe('what undici takes beside a URL', () => {
  const closed = { '/robots.txt': 'User-agent: *\nDisallow: /*?secret\nDisallow: /private\nDisallow: //\n' };

  it.each([
    ['a query of its own', { path: '/p', query: { secret: 1 } }],
    ['a query in the path', { path: '/p?secret=1' }],
    ['a path that steps back', { path: '/a/../private' }],
    ['a path of two backslashes', { path: '/\\\\b.example/x' }],
    ['a path of two slashes', { path: '//b.example/x' }],
  ])('%s is asked about', async (_, { path, ...more }) => {
    const site = await siteOf(closed);
    const dispatcher = createGuardedDispatcher(clientOf());
    const asked = dispatcher.request({ origin: site.origin, path, method: 'GET', ...more });
    expect(await endOf(asked)).toBe('ROBOTS_DISALLOWED');
    expect(paths(site)).toEqual([]);
  });

  it.each([
    [{ path: '/p', query: { a: 1 } }, '/p?a=1'],
    [{ path: '/private/../p' }, '/p'],
    [{ path: '/p', query: {} }, '/p'],
  ])('%j is sent as it was asked about', async ({ path, ...more }, sent) => {
    const site = await siteOf({ ...closed, [sent]: 'page' });
    const dispatcher = createGuardedDispatcher(clientOf());
    expect(await endOf(dispatcher.request({ origin: site.origin, path, method: 'GET', ...more }))).toBe(200);
    expect(paths(site)).toEqual([sent]);
  });

  it.each([
    ['a path that is a URL of another site', { path: 'http://b.example/x' }],
    ['two queries', { path: '/p?a=1', query: { b: 2 } }],
  ])('%s is refused', async (_, { path, ...more }) => {
    const site = await siteOf({ '/robots.txt': RULES });
    const dispatcher = createGuardedDispatcher(clientOf());
    await expect(dispatcher.request({ origin: site.origin, path, method: 'GET', ...more })).rejects.toThrow(
      /Cannot send the request/,
    );
    expect(site.requests).toEqual([]);
  });
});

it('connects to many sites at once without warnings of leaking listeners', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const sites = await Promise.all(
    Array.from({ length: 12 }, () => siteOf({ '/robots.txt': RULES, '/a': 'page' })),
  );
  const send = guardedFetch(clientOf());
  const answers = await Promise.all(sites.map(({ origin }) => send(`${origin}/a`)));
  expect(answers.map(({ status }) => status)).toEqual(sites.map(() => 200));
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

describe('the dispatcher is transparent', () => {
  it('hands on bodies, lengths, every Set-Cookie and trailers as they are', async () => {
    const octets = Buffer.alloc(300_000, 7);
    const site = await siteOf(({ path }) =>
      path === '/robots.txt'
        ? RULES
        : (_, response) => {
            response.setHeader('set-cookie', ['a=1', 'b=2; Path=/']);
            response.end(octets);
          },
    );
    const client = clientOf();
    const dispatcher = createGuardedDispatcher(client);
    const plain = new Agent();
    onTestFinished(() => plain.close());
    const hash = (body: ArrayBuffer) => createHash('sha256').update(new Uint8Array(body)).digest('hex');
    const read = async (response: Response) => [
      hash(await response.arrayBuffer()),
      response.headers.getSetCookie(),
      response.headers.get('content-length'),
    ];
    const expected = await read(
      await fetch(`${site.origin}/a`, { dispatcher: plain } as unknown as RequestInit),
    );
    for (const send of [
      () => fetch(`${site.origin}/a`, { dispatcher } as unknown as RequestInit),
      () => guardedFetch(client)(`${site.origin}/a`),
      () => undiciFetch(`${site.origin}/a`, { dispatcher }) as unknown as Promise<Response>,
    ]) {
      expect(await read(await send())).toEqual(expected);
    }
  });

  it('sends bodies, and a User-Agent that the call sets', async () => {
    let sent = '';
    const site = await siteOf(({ path }) =>
      path === '/robots.txt'
        ? RULES
        : (_, response) => {
            response.req.on('data', (chunk) => {
              sent += chunk;
            });
            response.req.on('end', () => response.end());
          },
    );
    const dispatcher = createGuardedDispatcher(clientOf());
    const headers = { 'user-agent': 'BarBot/2', 'x-a': ['b', 'c'] };
    await request(`${site.origin}/a`, { method: 'POST', body: 'twice', headers, dispatcher });
    expect([sent, site.requests.at(-1)?.headers['user-agent'], site.requests.at(-1)?.headers['x-a']]).toEqual(
      ['twice', 'BarBot/2', 'b, c'],
    );
  });
});

describe('guardedFetch', () => {
  it.each(['data:text/plain,hello', '  DATA:text/plain,hello'])('%s goes straight to fetch', async (url) => {
    expect(await (await guardedFetch(clientOf())(url)).text()).toBe('hello');
  });

  it('blob: goes straight to fetch', async () => {
    const url = URL.createObjectURL(new Blob(['hello']));
    expect(await (await guardedFetch(clientOf())(new Request(url))).text()).toBe('hello');
  });

  it('refuses a dispatcher of the call where it could not keep the address policy', async () => {
    const site = await siteOf({ '/robots.txt': RULES, '/': 'x' });
    const own = new Agent();
    onTestFinished(() => own.close());
    const init = { dispatcher: own } as unknown as RequestInit;
    expect((await guardedFetch(clientOf())(`${site.origin}/`, init)).status).toBe(200);
    const addressPolicy = { allow: 'public-only', alsoOrigins: [site.origin] } as const;
    const strict = guardedFetch(clientOf({ addressPolicy }));
    await expect(strict(`${site.origin}/`, init)).rejects.toThrow('Cannot use a dispatcher');
    expect((await strict(`${site.origin}/`)).status).toBe(200);
  });

  it('wants a client of createClient, and a wait that is a number', () => {
    const client = clientOf();
    expect(() => guardedFetch({} as never)).toThrow('expected what createClient returns');
    expect(() => createGuardedDispatcher({} as never)).toThrow(TypeError);
    expect(() => guard({ ...client }, { maxWaitMs: -1 })).toThrow('Cannot use maxWaitMs "-1"');
    expect(guard({ ...client })).toBeTypeOf('function');
  });

  it('a page that is being read outlives the client', async () => {
    const site = await siteOf({ '/robots.txt': RULES, '/': 'x'.repeat(100_000) });
    const client = clientOf();
    const response = await guardedFetch(client)(`${site.origin}/`);
    await client.close();
    expect((await response.text()).length).toBe(100_000);
  });
});
