/** Tests `guardedFetch` with real origins that count requests. */
import {
  type Clock,
  createClient,
  GuardError,
  type GuardedFetchOptions,
  guardedFetch,
} from '@robots-exclusion/client';
import { type HttpScript, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { steppedClock } from './stepped-clock.ts';

async function siteOf(script: HttpScript) {
  const site = await startHttpOrigin(script);
  onTestFinished(() => site.close());
  return site;
}

function fetcher(options: GuardedFetchOptions = {}, clock?: Clock) {
  const client = createClient({
    userAgent: 'FooBot/1.0',
    addressPolicy: { allow: 'any' },
    ...(clock && { clock }),
    limits: { totalTimeoutMs: 60_000 },
  });
  onTestFinished(() => client.close());
  return guardedFetch(client, { ...(clock && { clock }), ...options });
}

const paths = ({ requests }: { requests: { path: string }[] }) =>
  requests.map(({ path }) => path).filter((path) => path !== '/robots.txt');

async function refused(fetching: Promise<Response>): Promise<GuardError> {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GuardError);
  return error as GuardError;
}

describe('guardedFetch asks before it fetches', () => {
  const RULES = 'User-agent: FooBot\nDisallow: /private\n';

  it.each(['/private/x', '//HOST/private', 'http://OTHER/secret'])(
    'never follows a redirect to where the rules forbid it: %s',
    async (to) => {
      const other = await siteOf({ '/robots.txt': 'User-agent: *\nDisallow: /secret\n' });
      const site = await siteOf(({ path }) => {
        if (path === '/robots.txt') return RULES;
        const location = to
          .replace('HOST', new URL(site.origin).host)
          .replace('OTHER', new URL(other.origin).host);
        return path === '/open' ? { status: 302, headers: { location } } : 'body';
      });
      const error = await refused(fetcher()(`${site.origin}/open`));
      expect(error.code).toBe('ROBOTS_DISALLOWED');
      expect(error.url).toMatch(/private|secret/);
      expect([...paths(site), ...paths(other)]).toEqual(['/open']);
    },
  );

  it('refuses URLs that have no robots.txt, and what is not a URL', async () => {
    expect((await refused(fetcher()('mailto:a@example.com'))).code).toBe('ROBOTS_DISALLOWED');
    await expect(fetcher()('nonsense')).rejects.toThrow(TypeError);
  });
});

describe('guardedFetch is fetch (HTTP-redirect fetch)', () => {
  const OPEN = 'User-agent: *\nAllow: /\n';

  it.each([
    [303, 'PUT', 'GET', ''],
    [308, 'PUT', 'PUT', 'body'],
    [303, 'HEAD', 'HEAD', ''],
  ])('%d after %s sends %s', async (status, method, expected, body) => {
    let sent = '';
    const site = await siteOf(({ path }) => {
      if (path === '/robots.txt') return OPEN;
      if (path === '/first') return { status, headers: { location: '/second' } };
      return (_, response) => {
        const incoming = response.req;
        incoming.on('data', (chunk) => {
          sent += chunk;
        });
        incoming.on('end', () => response.end('done'));
      };
    });
    const given = method === 'HEAD' ? {} : { body: 'body', headers: { 'content-type': 'text/x' } };
    const response = await fetcher()(`${site.origin}/first`, { method, ...given });
    const last = site.requests.at(-1);
    expect([last?.method, sent, response.redirected, new URL(response.url).pathname]).toEqual([
      expected,
      body,
      true,
      '/second',
    ]);
    expect(last?.headers['content-type']).toBe(body === '' ? undefined : 'text/x');
  });

  it('takes a Request, and its body again behind a redirect', async () => {
    let sent = '';
    const site = await siteOf(({ path }) => {
      if (path === '/robots.txt') return OPEN;
      if (path === '/first') return { status: 307, headers: { location: '/second' } };
      return (_, response) => {
        response.req.on('data', (chunk) => {
          sent += chunk;
        });
        response.req.on('end', () => response.end());
      };
    });
    const request = new Request(`${site.origin}/first`, {
      method: 'POST',
      body: 'twice',
      headers: { 'x-a': 'b' },
    });
    await fetcher()(request);
    expect(sent).toBe('twice');
    expect(site.requests.at(-1)?.headers['x-a']).toBe('b');
  });

  it('follows its option for redirects', async () => {
    const site = await siteOf(({ path }) =>
      path === '/robots.txt' ? OPEN : { status: 302, headers: { location: '/loop' } },
    );
    const url = `${site.origin}/loop`;
    const manual = await fetcher()(url, { redirect: 'manual' });
    expect([manual.status, manual.headers.get('location')]).toEqual([302, '/loop']);
    await expect(fetcher()(url, { redirect: 'error' })).rejects.toThrow(TypeError);
    await expect(fetcher({ maxRedirects: 3 })(url)).rejects.toThrow('more than 3 redirects');
    expect(() => fetcher({ maxRedirects: -1 })).toThrow(RangeError);
    site.play({ '/robots.txt': OPEN, '/1': { status: 302, headers: { location: '/2' } }, '/2': 'x' });
    expect((await fetcher({ maxRedirects: 1 })(`${site.origin}/1`)).status).toBe(200);
    await expect(fetcher({ maxRedirects: 0 })(`${site.origin}/1`)).rejects.toThrow('more than 0 redirects');
    site.play({ '/robots.txt': OPEN, '/file': { status: 302, headers: { location: 'file:///etc/passwd' } } });
    await expect(fetcher()(`${site.origin}/file`)).rejects.toThrow('leads to "file:"');
  });

  it('rejects as fetch does when aborted, and signs each hop', async () => {
    const site = await siteOf({
      '/robots.txt': OPEN,
      '/': { status: 302, headers: { location: '/signed' } },
      '/signed': 'x',
    });
    await expect(fetcher()(`${site.origin}/`, { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
    const sign = (url: string, init: RequestInit): RequestInit => {
      const headers = new Headers(init.headers);
      headers.set('signature', new URL(url).pathname);
      return { ...init, headers };
    };
    await fetcher({ sign })(`${site.origin}/`);
    expect(site.requests.slice(-2).map(({ headers }) => headers['signature'])).toEqual(['/', '/signed']);
  });
});

describe('a call of guardedFetch', () => {
  it('may set its own User-Agent, and null for a dispatcher is none', async () => {
    const site = await siteOf({ '/robots.txt': '', '/': 'x' });
    const init: object = { headers: { 'User-Agent': 'Own/1.0' }, dispatcher: null };
    const client = createClient({
      userAgent: 'FooBot/1.0',
      addressPolicy: { allow: 'public-only', alsoOrigins: [site.origin] },
    });
    onTestFinished(() => client.close());
    expect((await guardedFetch(client)(`${site.origin}/`, init)).status).toBe(200);
    expect(site.requests.at(-1)).toMatchObject({ path: '/', headers: { 'user-agent': 'Own/1.0' } });
  });

  it('rejects with the error of fetch if the connection fails', async () => {
    const site = await siteOf(({ path }) =>
      path === '/robots.txt' ? '' : (_, response) => void response.destroy(),
    );
    await expect(fetcher()(`${site.origin}/`)).rejects.toThrow(new TypeError('fetch failed'));
  });
});

describe('guardedFetch obeys what is stated about the use', () => {
  it.each([
    ['Content-Usage in robots.txt', 'Content-Usage: train-ai=n\n', {}, 0],
    ['Content-Usage in the response', '', { 'content-usage': 'train-ai=n' }, 1],
  ])('%s', async (_, line, headers, requested) => {
    for (const lifetime of ['max-age=3600', 'no-store']) {
      const body = `User-agent: *\n${line}Allow: /\n`;
      const site = await siteOf({
        '/robots.txt': { headers: { 'cache-control': lifetime }, body },
        '/': { headers, body: 'x' },
      });
      const error = await refused(fetcher({ use: 'ai-training' })(`${site.origin}/`));
      expect(error.code).toBe('ROBOTS_USE_DISALLOWED');
      expect(paths(site)).toHaveLength(requested);
      expect((await fetcher({ use: 'search' })(`${site.origin}/`)).status).toBe(200);
      expect((await fetcher()(`${site.origin}/`)).status).toBe(200);
    }
  });
});

describe('guardedFetch keeps Crawl-delay', () => {
  it('200 parallel calls over 10 hosts: in order, spaced, and nothing forbidden is requested', async () => {
    const HOSTS = 10;
    const CALLS = 200;
    const time = steppedClock();
    const seen = Array.from({ length: HOSTS }, (): { path: string; at: number }[] => []);
    const sites = await Promise.all(
      seen.map((requests, host) =>
        siteOf(({ path }) => {
          if (path === '/robots.txt') {
            return `User-agent: *\nCrawl-delay: ${delayOf(host)}\nDisallow: /forbidden\n`;
          }
          requests.push({ path, at: time.now() });
          const target = /^\/hop\/(.*)$/.exec(path)?.[1];
          return target === undefined ? 'ok' : { status: 302, headers: { location: `/${target}` } };
        }),
      ),
    );
    const fetch = fetcher({ waitUntil: time.waitUntil, fetch: time.holding(globalThis.fetch) }, time);
    const calls = Array.from({ length: CALLS }, (_, at) => {
      const kind = Math.floor(at / HOSTS) % 10;
      const path = kind === 7 ? `/forbidden/${at}` : kind === 8 ? `/hop/forbidden/${at}` : `/page/${at}`;
      return fetch(`${sites[at % HOSTS]?.origin}${path}`).then(
        ({ status }) => status,
        (error: GuardError) => error.code,
      );
    });
    await time.runUntil(Promise.all(calls));
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(CALLS * 0.8);
    expect(answers.filter((answer) => answer === 'ROBOTS_DISALLOWED')).toHaveLength(CALLS * 0.2);
    const requests = seen.flat();
    expect(requests.filter(({ path }) => path.startsWith('/forbidden'))).toEqual([]);
    expect(requests).toHaveLength(CALLS * 0.9);
    for (const [host, list] of seen.entries()) {
      const numbers = list.map(({ path }) => Number(/\d+$/.exec(path)?.[0]));
      expect(numbers, `host ${host}`).toEqual([...numbers].sort((a, b) => a - b));
      const gaps = list.slice(1).map(({ at }, index) => at - (list[index]?.at ?? 0));
      expect(Math.min(...gaps), `host ${host}`).toBeGreaterThanOrEqual(delayOf(host) * 1000);
    }
  });

  it('asks again after the wait: what was forbidden meanwhile is not requested', async () => {
    const time = steppedClock();
    const site = await siteOf({
      '/robots.txt': {
        headers: { 'cache-control': 'max-age=1' },
        body: 'User-agent: *\nCrawl-delay: 10\n',
      },
      '/a': 'a',
      '/b': 'b',
    });
    const fetch = fetcher({ waitUntil: time.waitUntil }, time);
    const first = fetch(`${site.origin}/a`);
    await time.runUntil(first);
    expect((await first).status).toBe(200);
    const second = refused(fetch(`${site.origin}/b`));
    await time.someoneWaits();
    time.advance(48 * 3_600_000);
    site.play({ '/robots.txt': 'User-agent: *\nDisallow: /b\n', '/b': 'b' });
    await time.runUntil(second);
    expect((await second).code).toBe('ROBOTS_DISALLOWED');
    expect(paths(site)).toEqual(['/a']);
  });

  it('a clock that is set back makes nobody wait for longer than the delay', async () => {
    const time = steppedClock();
    const site = await siteOf({ '/robots.txt': 'User-agent: *\nCrawl-delay: 10\n', '/': 'x' });
    const fetch = fetcher({ waitUntil: time.waitUntil }, time);
    const first = fetch(`${site.origin}/`);
    await time.runUntil(first);
    time.advance(-365 * 86_400_000);
    const before = time.now();
    const second = fetch(`${site.origin}/`);
    await time.runUntil(second);
    expect((await second).status).toBe(200);
    expect(time.now() - before).toBeLessThanOrEqual(20_000);
  });
});

function delayOf(host: number): number {
  return 1 + (host % 5);
}
