/** Tests preflight with loopback sites, each of which treats crawlers differently. */
import { type AddressPolicy, createClient } from '@robots-exclusion/client';
import { type PreflightReport, preflight } from '@robots-exclusion/client/preflight';
import { type HttpAnswer, type HttpScript, startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';

const PLAIN = 'PlainClient/1.0';
const ANY: AddressPolicy = { allow: 'any' };
const html = (title: string, body = ''): string =>
  `<!doctype html><title>${title}</title><main>${body}</main>`;
const PAGE = html(
  'Lamps',
  '<a href="/login">Log in</a><input type="password"><div class="g-recaptcha"></div>',
);

const FILES = ['/robots.txt', '/.well-known/tdmrep.json', '/ai.txt'];

interface Site {
  crawler: HttpAnswer;
  /** The response to all other clients. */
  other?: HttpAnswer;
  robots?: HttpAnswer;
  more?: Record<string, HttpAnswer>;
}

async function examined({ crawler, other = PAGE, robots = '', more = {} }: Site, timeoutMs = 20_000) {
  const script: HttpScript = ({ path, headers }) => {
    if (path === '/robots.txt') return robots;
    if (path === '/page') return headers['user-agent']?.includes('FooBot') ? crawler : other;
    return more[path] ?? { status: 404 };
  };
  const site = await startHttpOrigin(script);
  const client = createClient({ userAgent: PLAIN, addressPolicy: ANY });
  onTestFinished(async () => {
    await client.close();
    await site.close();
  });
  const report = await preflight(client, `${site.origin}/page`, {
    as: 'FooBot',
    addressPolicy: ANY,
    timeoutMs,
  });
  const pages = site.requests.filter(({ path }) => !FILES.includes(path));
  return { report, pages, site };
}

const refused = (status: number, headers = {}, body = html('Forbidden')): HttpAnswer => ({
  status,
  headers,
  body,
});

describe('preflight names what a site does', () => {
  const shapes: [string, Site, PreflightReport['outcome'], PreflightReport['asCrawler']['shape']][] = [
    ['a page, with a captcha in a form and a link to a login', { crawler: PAGE }, 'open', 'served'],
    ['403 to the name', { crawler: refused(403) }, 'refused-by-name', 'refused'],
    [
      'a licence challenge of RSL',
      {
        crawler: refused(401, {
          'www-authenticate': 'License error="invalid_request"',
          link: '<https://example.com/license.xml>; rel="license"; type="application/rsl+xml"',
        }),
      },
      'licence-required',
      'licence-required',
    ],
    [
      'a challenge that says so in a field',
      {
        crawler: refused(403, { 'cf-mitigated': 'challenge' }, html('Just a moment...')),
        other: refused(403, { 'cf-mitigated': 'challenge' }),
      },
      'bot-challenge',
      'bot-challenge',
    ],
    [
      'a redirect to a login',
      {
        crawler: { status: 302, headers: { location: '/account/login?next=/page' } },
        other: { status: 302, headers: { location: '/account/login?next=/page' } },
        more: { '/account/login?next=/page': html('Welcome back') },
      },
      'login-required',
      'login-required',
    ],
    ['429', { crawler: refused(429, { 'retry-after': '60' }) }, 'rate-limited', 'rate-limited'],
    ['451 to all', { crawler: refused(451), other: refused(451) }, 'legal-refusal', 'legal-refusal'],
    ['503 to the name', { crawler: refused(503) }, 'refused-by-name', 'server-error'],
    [
      'redirects without end',
      {
        crawler: { status: 302, headers: { location: '/page' } },
        other: { status: 302, headers: { location: '/page' } },
      },
      'redirect-unfollowed',
      'redirect-unfollowed',
    ],
    [
      'a connection that is cut',
      {
        crawler: (_, response) => void response.socket?.destroy(),
        other: (_, response) => void response.socket?.destroy(),
      },
      'no-answer',
      'no-answer',
    ],
  ];
  it.each(shapes)('%s', async (_, site, outcome, shape) => {
    const { report } = await examined(site);
    expect([report.outcome, report.asCrawler.shape]).toEqual([outcome, shape]);
    expect(report.asCrawler.evidence.length).toBeGreaterThan(0);
    expect(report.asCrawler.userAgent).toContain('FooBot');
    expect(report.asClient.userAgent).toBe(PLAIN);
  });

  it('quotes the evidence: price, terms, the field of a filter', async () => {
    const { report } = await examined({ crawler: refused(402, { 'crawler-price': 'USD 0.01' }) });
    expect(report.asCrawler.evidence).toContainEqual({
      kind: 'header',
      name: 'crawler-price',
      text: 'USD 0.01',
    });
    expect(report.asClient.shape).toBe('served');
  });

  it('hands on the fields that state how the page may be used, and no others', async () => {
    const headers = {
      'content-usage': 'train-ai=n',
      'x-robots-tag': 'noindex',
      'tdm-reservation': '1',
      link: '</style.css>; rel=preload',
      'set-cookie': 'id=1',
    };
    const { report } = await examined({ crawler: { status: 200, headers, body: PAGE as string } });
    expect(report.asCrawler.usageHeaders).toEqual({
      'content-usage': 'train-ai=n',
      'x-robots-tag': 'noindex',
      'tdm-reservation': '1',
    });
    expect(report.asClient.usageHeaders).toEqual({});
  });

  it('a slow site is not one that refuses: what is late has not answered', async () => {
    const go = new Promise<void>((resolve) => setTimeout(resolve, 300));
    const slow: HttpAnswer = (_, response) => void go.then(() => response.end(PAGE));
    const { report } = await examined({ crawler: slow, other: slow });
    expect(report.outcome).toBe('open');
    const never = await examined({ crawler: () => {} }, 50);
    expect([never.report.outcome, never.report.asCrawler.shape]).toEqual(['no-answer', 'no-answer']);
    const stuck: HttpAnswer = (_, response) => {
      response.writeHead(200);
      response.write(PAGE);
    };
    // The header has arrived, so the page counts as served, however slowly its body arrives.
    expect((await examined({ crawler: stuck, other: stuck }, 2000)).report.outcome).toBe('open');
  });
});

describe('preflight is polite', () => {
  it('asks once as each, in turn', async () => {
    const { pages, report } = await examined({ crawler: PAGE });
    expect(pages.map(({ headers }) => headers['user-agent'])).toEqual([
      'Mozilla/5.0 (compatible; FooBot/1.0)',
      PLAIN,
    ]);
    expect(report.requests).toBe(2);
  });

  it('asks for the files beside robots.txt as itself, once the crawler has its answer, and where it may', async () => {
    const { site } = await examined({ crawler: PAGE });
    expect(site.requests.map(({ path, headers }) => [path, headers['user-agent']]).slice(-2)).toEqual([
      ['/.well-known/tdmrep.json', PLAIN],
      ['/ai.txt', PLAIN],
    ]);
    const closed = await examined({ crawler: PAGE, robots: 'User-agent: *\nDisallow: /ai.txt\n' });
    expect(closed.site.requests.map(({ path }) => path)).not.toContain('/ai.txt');
    expect(closed.report.sources.at(-1)).toMatchObject({ name: 'ai.txt', status: 'not-asked' });
    const slow = await examined({ crawler: PAGE, robots: 'User-agent: PlainClient\nCrawl-delay: 6\n' });
    expect(slow.report.sources.slice(-2)).toMatchObject([
      { status: 'not-asked', note: 'Crawl-delay: 6 s is too long to wait' },
      { status: 'not-asked' },
    ]);
  });

  it('never asks for what the rules forbid to the crawler', async () => {
    const robots = 'User-agent: FooBot\nDisallow: /\n';
    const { pages, report } = await examined({ crawler: PAGE, robots });
    expect(pages).toEqual([]);
    expect(report).toMatchObject({ outcome: 'disallowed', policy: { verdict: { rule: { line: 2 } } } });
  });

  it('never asks as itself for what the rules forbid to itself', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nAllow: /\n';
    const { pages, report } = await examined({ crawler: PAGE, robots });
    expect(pages).toHaveLength(1);
    expect([report.outcome, report.asClient.shape]).toEqual(['open', 'not-asked']);
  });

  it('asks for nothing while robots.txt cannot be obtained', async () => {
    const { pages, report } = await examined({ crawler: PAGE, robots: { status: 503 } });
    expect(pages).toEqual([]);
    expect(report.outcome).toBe('undetermined');
  });

  it('never follows a redirect to where the rules forbid it', async () => {
    const { pages, report } = await examined({
      crawler: { status: 301, headers: { location: '/private' } },
      robots: 'User-agent: *\nDisallow: /private\n',
    });
    expect(pages.map(({ path }) => path)).toEqual(['/page', '/page']);
    expect(report.outcome).toBe('redirected-to-disallowed');
  });

  it('dials no private address unless it is asked to', async () => {
    const site = await startHttpOrigin({ '/robots.txt': '', '/page': PAGE });
    const client = createClient({ userAgent: PLAIN, addressPolicy: ANY });
    onTestFinished(async () => {
      await client.close();
      await site.close();
    });
    const report = await preflight(client, `${site.origin}/page`, { as: 'FooBot' });
    expect(report.outcome).toBe('address-refused');
    expect(site.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  it('tells a redirect to an address that our own policy refuses from one that the rules disallow', async () => {
    const location = 'http://10.0.0.1/';
    const site = await startHttpOrigin({
      '/robots.txt': '',
      '/page': { status: 302, headers: { location } },
    });
    const addressPolicy: AddressPolicy = { allow: 'public-only', alsoOrigins: [site.origin] };
    const client = createClient({ userAgent: PLAIN, addressPolicy });
    onTestFinished(async () => {
      await client.close();
      await site.close();
    });
    const report = await preflight(client, `${site.origin}/page`, { as: 'FooBot', addressPolicy });
    expect(report.outcome).toBe('address-refused');
    expect(report.asCrawler.evidence.map(({ text }) => text).join()).toContain('10.0.0.1');
  });

  it('refuses what is not a URL of HTTP', async () => {
    const client = createClient({ userAgent: PLAIN });
    onTestFinished(() => client.close());
    await expect(preflight(client, 'ftp://example.com/', { as: 'FooBot' })).rejects.toThrow(TypeError);
    await expect(preflight(client, 'nonsense', { as: 'FooBot' })).rejects.toThrow(
      'expected an http or https URL',
    );
  });
});
