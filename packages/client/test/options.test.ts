import { createClient, createMemoryStore, createRedisStore } from '@robots-exclusion/client';
import { describe, expect, it } from 'vitest';
import { scripted, scriptedClient, settableClock, userAgent } from './scripted.ts';

type Options = Parameters<typeof createClient>[0];

const page = 'https://example.com/x';
const plain = { ...scripted(() => ({})), enforcesAddressPolicy: false };

it('createRedisStore refuses a client without the methods of ioredis', () => {
  const client = { sendCommand: async () => 'OK' };
  expect(() => createRedisStore({ client: client as never })).toThrow(/methods of ioredis/);
});

describe('createClient refuses', () => {
  it.each<[string, unknown, typeof TypeError | typeof RangeError, RegExp]>([
    ['nothing', undefined, TypeError, /"undefined"/],
    ['no user agent', {}, TypeError, /"undefined".*FooBot/],
    ['an empty user agent', { userAgent: '' }, TypeError, /""/],
    ['a user agent of two lines', { userAgent: 'FooBot\r\nX-Evil: 1' }, TypeError, /FooBot\\r\\n/],
    [
      'a user agent that names no crawler',
      { userAgent: 'Mozilla/5.0 (X11)' },
      TypeError,
      /Mozilla.*productTokens/,
    ],
    ['an empty product token', { userAgent, productTokens: '' }, TypeError, /productTokens ""/],
    [
      'product tokens that are not strings',
      { userAgent, productTokens: [7] },
      TypeError,
      /productTokens "7"/,
    ],
    ['an unknown preset', { userAgent, preset: 'bing' }, RangeError, /"bing".*"google"/],
    [
      'a misspelt option',
      { userAgent, limit: {} },
      TypeError,
      /Cannot use "limit" in the options: expected userAgent/,
    ],
    [
      'a misspelt limit',
      { userAgent, limits: { maxbytes: 9 } },
      TypeError,
      /"maxbytes" in limits: expected .*maxBytes/,
    ],
    ['a misspelt lifetime', { userAgent, lifetimes: { floor: 9 } }, TypeError, /"floor" in lifetimes/],
    [
      'a misspelt policy',
      { userAgent, addressPolicy: { allow: 'any', also: [] } },
      TypeError,
      /"also" in addressPolicy/,
    ],
    ['a limit that is not a number', { userAgent, limits: { maxBytes: '9' } }, RangeError, /maxBytes "9"/],
    ['a limit of 0', { userAgent, limits: { totalTimeoutMs: 0 } }, RangeError, /totalTimeoutMs "0"/],
    [
      'a limit that no timer can count',
      { userAgent, limits: { bodyTimeoutMs: 2 ** 31 } },
      RangeError,
      /bodyTimeoutMs/,
    ],
    ['NaN', { userAgent, limits: { headersTimeoutMs: Number.NaN } }, RangeError, /"NaN"/],
    [
      'a broken number of redirects',
      { userAgent, limits: { maxRedirects: 1.5 } },
      RangeError,
      /"1.5".*whole/,
    ],
    ['a ceiling above 24 hours', { userAgent, lifetimes: { ceilingSeconds: 86_401 } }, RangeError, /"86401"/],
    ['a floor above the ceiling', { userAgent, lifetimes: { floorSeconds: 90_000 } }, RangeError, /"90000"/],
    ['a row that is none', { userAgent, overrides: { '2XX': 'rules' } }, RangeError, /"2XX"/],
    ['a row that has no rules', { userAgent, overrides: { '404': 'rules' } }, RangeError, /"rules"/],
    ['an address policy that is none', { userAgent, addressPolicy: { allow: 'some' } }, RangeError, /"some"/],
    [
      'an origin that is none',
      { userAgent, addressPolicy: { allow: 'any', alsoOrigins: ['x'] } },
      TypeError,
      /"x"/,
    ],
    [
      'an origin without its scheme',
      { userAgent, addressPolicy: { allow: 'public-only', alsoOrigins: ['localhost:8080'] } },
      TypeError,
      /"localhost:8080"/,
    ],
    ['a transport that is none', { userAgent, transports: [{}] }, TypeError, /"send"/],
    ['transports that are not a list', { userAgent, transports: {} }, TypeError, /transports "\[object/],
    ['a clock that is a function', { userAgent, clock: () => 1 }, TypeError, /clock.*now\(\)/],
    ['a store without its methods', { userAgent, store: new Set() }, TypeError, /store.*get\(\), set\(\)/],
    ['a store that is null', { userAgent, store: null }, TypeError, /store "null"/],
    ['a listener that is none', { userAgent, onEvent: {} }, TypeError, /onEvent.*function/],
    [
      'public-only with a transport that does not enforce it',
      { userAgent, addressPolicy: { allow: 'public-only' }, transports: [plain] },
      TypeError,
      /"http, https.*enforcesAddressPolicy/,
    ],
  ])('%s', (_, options, kind, message) => {
    expect(() => createClient(options as Options)).toThrow(kind);
    expect(() => createClient(options as Options)).toThrow(message);
  });
});

describe('createClient accepts', () => {
  it.each<[string, Partial<Options>]>([
    ['public-only with the built-in transports', { addressPolicy: { allow: 'public-only' } }],
    ['options left undefined', { limits: { maxBytes: undefined } as object, lifetimes: {}, overrides: {} }],
    [
      'any browser-like header that names the crawler',
      { userAgent: 'Mozilla/5.0 (compatible; FooBot/2.1; +https://a.example)' },
    ],
    [
      'product tokens apart from the header',
      { userAgent: 'Mozilla/5.0', productTokens: ['FooBot', 'Googlebot'] },
    ],
  ])('%s', async (_, options) => {
    await createClient({ userAgent, ...options }).close();
  });
});

describe('check rejects', () => {
  it.each<[string, unknown, unknown, typeof TypeError | typeof RangeError]>([
    ['a relative URL', '/path', undefined, TypeError],
    ['no URL', 'nonsense', undefined, TypeError],
    ['nothing', undefined, undefined, TypeError],
    ['a number', 7, undefined, TypeError],
    ['a host that cannot be', 'https://exa mple.com/', undefined, TypeError],
    ['a mode that is none', page, { mode: 'fast' }, RangeError],
    ['a signal that is none', page, { signal: {} }, TypeError],
    ['options that are none', page, 'reload', TypeError],
    ['product tokens that are none', page, { productTokens: [''] }, TypeError],
  ])('%s', async (_, url, options, kind) => {
    const { client, transport } = scriptedClient(() => ({}));
    await expect(client.check(url as string, options as object)).rejects.toBeInstanceOf(kind);
    await expect(client.robots(url as string, options as object)).rejects.toBeInstanceOf(kind);
    expect(transport.requests).toHaveLength(0);
  });
});

describe('what is asked', () => {
  it('is a GET without credentials, cookies or referrer, with what was configured', async () => {
    const addressPolicy = { allow: 'public-only', alsoOrigins: ['http://127.0.0.1:8080'] } as const;
    const { client, transport } = scriptedClient(() => ({}), {
      addressPolicy,
      limits: { maxBytes: 600_000 },
    });
    await client.check('https://me:secret@example.com:443/a?b#c');
    const [{ url, headers, maxBytes, addressPolicy: passed, signal }] = transport.requests as [never];
    expect({ url, maxBytes, passed }).toEqual({
      url: 'https://example.com/robots.txt',
      maxBytes: 600_000,
      passed: addressPolicy,
    });
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'user-agent']);
    expect(headers['user-agent']).toBe(userAgent);
    expect(signal).toBeInstanceOf(AbortSignal);
  });

  it.each([
    'mailto:a@b.example',
    'file:///etc/passwd',
    'data:,x',
    'javascript:1',
    'ws://example.com/',
    'gopher://example.com/1',
    'urn:a:b',
  ])('is nothing for %s', async (url) => {
    const { client, transport } = scriptedClient(() => ({}));
    expect(await client.check(url)).toMatchObject({
      url,
      outcome: 'unsupported',
      allowed: false,
      action: 'skip',
    });
    expect((await client.robots(url)).outcome).toBe('unsupported');
    expect(transport.requests).toHaveLength(0);
  });

  it('goes through a transport of any scheme that was handed in', async () => {
    const gopher = scripted(() => ({ body: 'User-agent: *\nDisallow: /1/x' }), ['gopher']);
    const client = createClient({ userAgent, transports: [gopher], clock: settableClock() });
    expect(await client.check('gopher://Example.com:70/1/x')).toMatchObject({
      outcome: 'rules',
      allowed: false,
      robotsUrl: 'gopher://example.com:70/robots.txt',
    });
  });

  it('is read for whom it was asked: the tokens of the client, or of the call', async () => {
    const body =
      'User-agent: FooBot\nDisallow: /foo\n\nUser-agent: BarBot\nDisallow: /bar\n\nUser-agent: *\nDisallow: /\n';
    const { client, transport } = scriptedClient(() => ({ body }));
    const allowed = async (path: string, productTokens?: string | string[]): Promise<boolean> =>
      (await client.check(`https://example.com${path}`, productTokens ? { productTokens } : {})).allowed;
    expect(await allowed('/foo')).toBe(false);
    expect(await allowed('/bar')).toBe(true);
    expect(await allowed('/foo', 'BarBot')).toBe(true);
    expect(await allowed('/bar', ['FooBot', 'BarBot'])).toBe(false);
    expect(await allowed('/foo', ['FooBot', 'BarBot'])).toBe(false);
    expect(await allowed('/baz', 'Nobody')).toBe(false);
    expect(transport.requests).toHaveLength(1);
  });
});

describe('transports that break their contract', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'HTTP/1.1 200 OK'],
    ['no status', { headers: {}, body: '' }],
    ['a status that is a text', { status: '200', headers: {}, body: new Uint8Array() }],
    ['a body that is a text', { status: 200, headers: {}, body: 'User-agent: *' }],
    [
      'chunks that are texts',
      {
        status: 200,
        headers: {},
        body: (async function* () {
          yield 'User-agent: *';
        })(),
      },
    ],
    [
      'a body that throws at once',
      {
        status: 200,
        headers: {},
        body: {
          [Symbol.asyncIterator]() {
            throw new Error('no');
          },
        },
      },
    ],
  ])('by answering with %s are unreachable', async (_, answer) => {
    const client = createClient({
      userAgent,
      clock: settableClock(),
      transports: [{ schemes: ['https'], send: async () => answer as never }],
    });
    expect(await client.check(page)).toMatchObject({ outcome: 'unreachable', action: 'defer' });
  });

  it.each<[string, () => never]>([
    [
      'an error at once',
      () => {
        throw new Error('at once');
      },
    ],
    [
      'a text',
      () => {
        throw 'text';
      },
    ],
    [
      'undefined',
      () => {
        throw undefined;
      },
    ],
    [
      'an AbortError of its own',
      () => {
        throw new DOMException('mine', 'AbortError');
      },
    ],
  ])('by throwing %s are unreachable', async (_, send) => {
    const client = createClient({
      userAgent,
      clock: settableClock(),
      transports: [{ schemes: ['https'], send }],
    });
    expect(await client.check(page)).toMatchObject({ outcome: 'unreachable', action: 'defer' });
  });

  it('by sending names in upper case, no headers or no body are understood', async () => {
    const answers = [
      { status: 301, headers: { Location: ' /other ' } },
      {
        status: 200,
        headers: { 'Cache-Control': 'max-age=600', 'X-List': ['a', 'b'] },
        body: new Uint8Array(),
      },
    ];
    const client = createClient({
      userAgent,
      clock: settableClock(),
      transports: [{ schemes: ['https'], send: async () => answers.shift() as never }],
    });
    const { outcome, expiresAt = 0, fetchedAt = 0 } = await client.check(page);
    expect([outcome, expiresAt - fetchedAt]).toEqual(['rules', 600_000]);
    const bare = createClient({
      userAgent,
      clock: settableClock(),
      store: createMemoryStore(),
      transports: [{ schemes: ['https'], send: async () => ({ status: 404 }) as never }],
    });
    expect((await bare.check(page)).outcome).toBe('no-rules');
  });
});
