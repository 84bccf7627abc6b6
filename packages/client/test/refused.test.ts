/**
 * Tests refusals by the client's address policy. Every method returns a separate outcome for them, which never tells
 * the caller to wait.
 */
import {
  type ClientOptions,
  createClient,
  createMemoryStore,
  type Decision,
  GuardError,
  guard,
  type Resolve,
} from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeError, scripted, settableClock } from './scripted.ts';

const publicOnly = { allow: 'public-only' } as const;

function clientOf(options: Partial<ClientOptions> = {}) {
  const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: publicOnly, ...options });
  onTestFinished(() => client.close());
  return client;
}

async function siteOf(location?: string) {
  const site = await startHttpOrigin(
    location === undefined
      ? { '/robots.txt': 'User-agent: *\nDisallow: /private\n' }
      : { '/robots.txt': { status: 302, headers: { location } } },
  );
  onTestFinished(() => site.close());
  return site;
}

const refused = { allowed: false, action: 'skip', outcome: 'refused', policyRow: 'rfc9309/address-refused' };

describe('an address that is refused without DNS', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1:8080/page',
    'http://[::1]/page',
    'https://169.254.169.254/robots.txt',
    'http://localhost/page',
    'http://LOCALHOST.:1/page',
    'http://shop.localhost/robots.txt',
    'gemini://10.0.0.1/page',
    'http://user@192.168.0.1/',
  ])('%s is refused at every method, whatever the path, and no time is named', async (url) => {
    const client = clientOf();
    const decision = await client.check(url);
    const { origin } = decision.refusal ?? {};
    expect(decision).toMatchObject({ ...refused, refusal: { by: 'address-policy' } });
    expect(new URL(url).protocol).toBe(new URL(String(origin)).protocol);
    expect([decision.retryAt, decision.fetchedAt, decision.verdict]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await client.check(url, { mode: 'cache-only' })).toEqual(decision);
    expect(await client.check(url, { mode: 'reload' })).toEqual(decision);
    for await (const each of client.checkMany([url])) expect(each).toEqual(decision);
    for (const record of [await client.robots(url), await client.robotsAt(url)]) {
      expect(record).toMatchObject({ outcome: 'refused', refusal: decision.refusal });
      expect([record.fetchedAt, record.retryAt, record.body]).toEqual([undefined, undefined, undefined]);
    }
    const error = await guard(client)(url).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GuardError);
    expect(error).toMatchObject({ code: 'ROBOTS_REFUSED', decision });
  });

  it('names the origin that opens it: with it among alsoOrigins, the URL is asked about', async () => {
    const { origin } = await siteOf();
    const { refusal } = await clientOf().check(`${origin}/private`);
    expect(refusal?.origin).toBe(origin);
    const addressPolicy = { ...publicOnly, alsoOrigins: [String(refusal?.origin)] };
    expect(await clientOf({ addressPolicy }).check(`${origin}/private`)).toMatchObject({ outcome: 'rules' });
  });
});

describe('an address that is refused after DNS or a redirect', () => {
  it('a redirect of robots.txt names where it leads, and /robots.txt itself is refused, too', async () => {
    const target = await siteOf();
    const first = await siteOf(`${target.origin}/robots.txt`);
    const client = clientOf({ addressPolicy: { ...publicOnly, alsoOrigins: [first.origin] } });
    for (const path of ['/a', '/robots.txt']) {
      const decision = await client.check(`${first.origin}${path}`);
      expect(decision).toMatchObject({ ...refused, refusal: { origin: target.origin } });
    }
    expect([first.requests.length, target.requests.length]).toEqual([1, 0]);
  });

  it('localhost is this machine, whatever a resolver says of it (RFC 6761 §6.3)', async () => {
    const { origin } = await siteOf();
    const asked: string[] = [];
    const resolve: Resolve = (name, _, callback) => {
      asked.push(name);
      callback(nodeError('ENOTFOUND') as NodeJS.ErrnoException, []);
    };
    const client = clientOf({ addressPolicy: { allow: 'any' }, resolve });
    for (const name of ['localhost', 'shop.localhost', 'a.b.LOCALHOST.']) {
      const url = `${origin.replace('127.0.0.1', name)}/private`;
      expect(await client.check(url), name).toMatchObject({ outcome: 'rules', action: 'skip' });
    }
    expect(await client.check('http://notlocalhost/')).toMatchObject({ policyRow: 'rfc9309/dns/at-once' });
    expect(asked).toEqual(['notlocalhost']);
  });
});

describe('a port of another protocol', () => {
  const address: Resolve = (_name, _options, callback) =>
    callback(null, [{ address: '192.0.3.1', family: 4 }]);

  it.each(['http://site.example:25/a', 'https://site.example:6667/a', 'gemini://site.example:22/a'])(
    '%s is refused without DNS by public-only, and let through by its origin',
    async (url) => {
      const asked: string[] = [];
      const resolve: Resolve = (name, options, callback) => {
        asked.push(name);
        address(name, options, callback);
      };
      const decision = await clientOf({ resolve }).check(url);
      const { origin = '', message } = decision.refusal ?? {};
      expect(decision).toMatchObject({ ...refused, refusal: { by: 'address-policy' } });
      expect([message, asked]).toEqual([expect.stringContaining('belongs to another protocol'), []]);
      const transports = [scripted({ [`${origin}/robots.txt`]: { status: 404 } }, [url.split(':')[0]!])];
      for (const addressPolicy of [{ ...publicOnly, alsoOrigins: [origin] }, { allow: 'any' as const }]) {
        expect(await clientOf({ addressPolicy, transports }).check(url)).toMatchObject({ action: 'fetch' });
      }
    },
  );

  it('is refused where robots.txt redirects to it, and default ports never are', async () => {
    const first = await siteOf('http://site.example:25/robots.txt');
    const addressPolicy = { ...publicOnly, alsoOrigins: [first.origin] };
    expect(await clientOf({ addressPolicy, resolve: address }).check(`${first.origin}/a`)).toMatchObject({
      ...refused,
      refusal: { origin: 'http://site.example:25' },
    });
    for (const url of ['http://site.example:80/', 'https://site.example:443/', 'http://site.example:8080/']) {
      const resolve: Resolve = (_name, _options, callback) => callback(nodeError('ENOTFOUND') as never, []);
      expect(await clientOf({ resolve }).check(url)).toMatchObject({ policyRow: 'rfc9309/dns/at-once' });
    }
  });
});

describe('a redirect of robots.txt to a scheme without transport', () => {
  it.each([
    ['ftp://other.example/robots.txt', 'ftp://other.example'],
    ['FTP://u:secret@other.example:2121/robots.txt', 'ftp://other.example:2121'],
    ['gopher://other.example:70/0/robots.txt', 'gopher://other.example:70'],
    ['ws://127.0.0.1/', 'ws://127.0.0.1'],
    ['file:///etc/passwd', 'file:'],
    ['data:text/plain,User-agent:*', 'data:'],
    ['mailto:a@other.example', 'mailto:'],
  ])('%s is refused at every method and for every preset', async (location, origin) => {
    for (const addressPolicy of [{ allow: 'any' as const }, publicOnly]) {
      const transports = [
        scripted({ 'https://site.example/robots.txt': { status: 301, headers: { location } } }, ['https']),
      ];
      for (const preset of ['rfc9309', 'google', 'commoncrawl', 'archive'] as const) {
        const client = clientOf({ transports, addressPolicy, preset });
        const decision = await client.check('https://site.example/a');
        expect(decision).toMatchObject({
          ...refused,
          policyRow: `${preset}/scheme-refused`,
          refusal: { by: 'transports', origin },
        });
        expect(decision.refusal?.message).not.toContain('secret');
        expect([decision.retryAt, decision.verdict]).toEqual([undefined, undefined]);
        expect(await client.robots('https://site.example/a')).toMatchObject({ outcome: 'refused' });
        const error = await guard(client)('https://site.example/a').catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: 'ROBOTS_REFUSED' });
      }
    }
  });

  it('is followed by another client of the store that has the transport', async () => {
    const store = createMemoryStore();
    const location = 'ftp://other.example/robots.txt';
    const http = scripted({ 'https://site.example/robots.txt': { status: 301, headers: { location } } }, [
      'https',
    ]);
    const ftp = scripted({ [location]: { body: 'User-agent: *\nDisallow: /a\n' } }, ['ftp']);
    const url = 'https://site.example/a';
    const [without, other, able] = [[http], [http], [http, ftp]].map((transports) =>
      clientOf({ store, transports, addressPolicy: { allow: 'any' } }),
    );
    expect(await without!.check(url)).toMatchObject({ outcome: 'refused' });
    expect(await other!.check(url)).toMatchObject({ outcome: 'refused' });
    expect(http.requests).toHaveLength(1);
    expect(await able!.check(url)).toMatchObject({ outcome: 'rules', action: 'skip' });
    expect(await without!.check(url)).toMatchObject({ outcome: 'rules', action: 'skip' });
  });
});

describe('presets, overrides and what was learnt before', () => {
  const refusing = () =>
    scripted({ 'https://site.example/robots.txt': nodeError('ERR_ROBOTS_ADDRESS_REFUSED') });

  it('is not overridden with the network row, but by its own name', async () => {
    const actionOf = async (
      overrides: NonNullable<ClientOptions['overrides']>,
    ): Promise<Decision['action']> =>
      (await clientOf({ overrides, transports: [refusing()] }).check('https://site.example/a')).action;
    expect(await actionOf({ network: 'no-rules' })).toBe('skip');
    expect(await actionOf({ 'address-refused': 'no-rules' })).toBe('fetch');
    expect(await actionOf({ 'address-refused': 'unreachable' })).toBe('defer');
  });

  it('a site that moves to a private address is refused, although a copy of its rules is kept', async () => {
    const clock = settableClock();
    const transport = scripted({ 'https://site.example/robots.txt': { body: 'User-agent: *\nAllow: /\n' } });
    const client = clientOf({ clock, transports: [transport] });
    expect((await client.check('https://site.example/a')).action).toBe('fetch');
    transport.script = { 'https://site.example/robots.txt': nodeError('ERR_ROBOTS_ADDRESS_REFUSED') };
    clock.advance(25 * 3_600_000);
    expect(await client.check('https://site.example/a')).toMatchObject(refused);
    // The address is public again, and no record was lost.
    transport.script = { 'https://site.example/robots.txt': { body: 'User-agent: *\nDisallow: /a\n' } };
    clock.advance(3_600_000);
    expect(await client.check('https://site.example/a')).toMatchObject({ outcome: 'rules', action: 'skip' });
  });

  it('what one client of a store was refused, another one with a wider policy fetches', async () => {
    const site = await siteOf();
    const store = createMemoryStore();
    const origin = site.origin.replace('127.0.0.1', 'site.example');
    const resolve: Resolve = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const narrow = clientOf({ store, resolve });
    const wide = clientOf({ store, resolve, addressPolicy: { allow: 'any' } });
    const listed = clientOf({ store, resolve, addressPolicy: { ...publicOnly, alsoOrigins: [origin] } });
    expect(await narrow.check(`${origin}/private`)).toMatchObject(refused);
    expect(await wide.check(`${origin}/private`)).toMatchObject({ outcome: 'rules', action: 'skip' });
    expect(await listed.check(`${origin}/private`)).toMatchObject({ outcome: 'rules', action: 'skip' });
    expect(site.requests).toHaveLength(1);
  });
});
