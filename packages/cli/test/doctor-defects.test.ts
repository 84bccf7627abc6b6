import { gzipSync } from 'node:zlib';
import type { HttpAnswer, HttpScript } from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { robots } from './command.ts';
import { closeSites, examine, healthy, ROBOTS, site } from './doctor-site.ts';

afterEach(closeSites);

const large = `User-agent: *\nDisallow: /a\n${'# a comment that says nothing at all\n'.repeat(14_500)}`;

/** Each defect, the check that must report it, and its severity. */
const defects: readonly (readonly [
  name: string,
  check: string,
  severity: string,
  seen: RegExp,
  script: HttpScript,
])[] = [
  ['5xx', 'reachable', 'error', /status 503; crawlers stay away/, { '/robots.txt': { status: 503 } }],
  ['404', 'reachable', 'warning', /status 404; no rules apply/, {}],
  ['429', 'reachable', 'error', /status 429; .*Google crawls nothing/, { '/robots.txt': { status: 429 } }],
  [
    'a cut connection',
    'reachable',
    'error',
    /ECONNRESET/,
    { '/robots.txt': (_, response) => void response.socket?.destroy() },
  ],
  [
    'a redirect',
    'redirects',
    'warning',
    /^One redirect$/,
    {
      '/robots.txt': { status: 301, headers: { location: '/r.txt' } },
      '/r.txt': healthy(),
    },
  ],
  [
    'a redirect loop',
    'redirects',
    'error',
    /lead nowhere/,
    { '/robots.txt': { status: 302, headers: { location: '/robots.txt' } } },
  ],
  [
    'a redirect to a scheme that nobody follows',
    'reachable',
    'error',
    /redirects to gopher:\/\/x\.example, where crawlers cannot follow/,
    { '/robots.txt': { status: 302, headers: { location: 'gopher://x.example/' } } },
  ],
  [
    'the same redirect',
    'redirects',
    'error',
    /lead nowhere/,
    { '/robots.txt': { status: 302, headers: { location: 'gopher://x.example/' } } },
  ],
  [
    'HTML as media type',
    'media-type',
    'error',
    /text\/html/,
    { '/robots.txt': healthy(ROBOTS, { 'content-type': 'text/html' }) },
  ],
  [
    'another charset',
    'media-type',
    'warning',
    /iso-8859-1/,
    { '/robots.txt': healthy(ROBOTS, { 'content-type': 'text/plain; charset=iso-8859-1' }) },
  ],
  ['no media type', 'media-type', 'warning', /^No Content-Type$/, { '/robots.txt': ROBOTS }],
  [
    'a byte order mark',
    'encoding',
    'warning',
    /byte order mark/,
    { '/robots.txt': healthy(`\ufeff${ROBOTS}`) },
  ],
  [
    'UTF-16',
    'encoding',
    'error',
    /UTF-16/,
    { '/robots.txt': healthy(Buffer.from(`\ufeff${ROBOTS}`, 'utf16le')) },
  ],
  ['a page', 'reachable', 'error', /HTML/, { '/robots.txt': healthy('<!doctype html><p>Not found') }],
  [
    'a page with rules in it',
    'reachable',
    'error',
    /HTML/,
    { '/robots.txt': healthy(`<!doctype html>\n<pre>\n${ROBOTS}</pre>\n`, { 'content-type': 'text/html' }) },
  ],
  [
    'a page that begins with rules',
    'reachable',
    'error',
    /sent as HTML/,
    { '/robots.txt': healthy(`${ROBOTS}<p>Bye</p>\n`, { 'content-type': 'text/html' }) },
  ],
  ['a large file', 'size', 'error', /^5\d{5} octets$/, { '/robots.txt': healthy(large) }],
  [
    'a long lifetime',
    'cache-headers',
    'warning',
    /720 hours/,
    { '/robots.txt': healthy(ROBOTS, { 'cache-control': 'public, max-age=2592000' }) },
  ],
  [
    'an old copy',
    'cache-headers',
    'warning',
    /48 hours/,
    { '/robots.txt': healthy(ROBOTS, { age: '172800' }) },
  ],
  [
    'no-store',
    'cache-headers',
    'warning',
    /no-store/,
    { '/robots.txt': healthy(ROBOTS, { 'cache-control': 'no-store' }) },
  ],
  [
    'a soft 404',
    'soft-not-found',
    'warning',
    /though there is no such file/,
    ({ path }) => (path === '/robots.txt' ? healthy() : 'page'),
  ],
  ['one file for all', 'soft-not-found', 'warning', /same file as \/robots.txt/, () => healthy()],
  [
    'a misspelt record',
    'lint',
    'error',
    /^1 error/,
    { '/robots.txt': healthy('User-agent: *\nDisalow: /x\n') },
  ],
  [
    'a script that Googlebot may not fetch',
    'assets',
    'warning',
    /^blocked script for Googlebot, line 2: .*\/private\/a\.js$/,
    {
      '/robots.txt': healthy(`${ROBOTS}Disallow: /fonts/\n`),
      '/': '<!doctype html><base href=/private/><script src=a.js></script><img srcset="/b.png 2x"><link as=font href=/fonts/a>',
    },
  ],
  [
    'noindex',
    'x-robots-tag',
    'warning',
    /^The home page says noindex, so/,
    {
      '/robots.txt': healthy(),
      '/': { headers: { 'x-robots-tag': 'noindex' } },
    },
  ],
  [
    'noindex for "*"',
    'x-robots-tag',
    'warning',
    /names the crawler "\*".* apply to none$/,
    {
      '/robots.txt': healthy(),
      '/': { headers: { 'x-robots-tag': '*: noindex' } },
    },
  ],
  [
    'noindex in the page',
    'x-robots-tag',
    'warning',
    /^The home page says noindex, so/,
    {
      '/robots.txt': healthy(),
      '/': "<html><head><META content='noindex, follow' name=robots></head></html>",
    },
  ],
  [
    'noindex that Googlebot may not see',
    'x-robots-tag',
    'warning',
    /disallows the page for Googlebot, so/,
    {
      '/robots.txt': healthy('User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /\n'),
      '/': '<!doctype html><meta name="robots" content="noindex">',
    },
  ],
  [
    'noindex for Googlebot only',
    'x-robots-tag',
    'warning',
    /^The home page says noindex to Googlebot, so it does not appear in their search results$/,
    { '/robots.txt': healthy(), '/': { headers: { 'x-robots-tag': 'googlebot: noindex' } } },
  ],
  [
    'a header against the file',
    'usage-headers',
    'warning',
    /about ai-training/,
    {
      '/robots.txt': healthy('User-agent: *\nContent-Usage: train-ai=n\nDisallow: /p\n'),
      '/': { headers: { 'content-usage': 'train-ai=y' } },
    },
  ],
  [
    'a preference nobody can read',
    'usage-headers',
    'warning',
    /cannot be parsed/,
    {
      '/robots.txt': healthy('User-agent: *\nContent-Usage: train-ai==n\nDisallow: /p\n'),
    },
  ],
];

describe('finds each defect', () => {
  it.each(defects)('%s: %s says %s', async (_, check, severity, seen, script) => {
    const server = await site(script);
    const report = (await examine(server.origin)).get(check);
    expect(report).toMatchObject({
      outcome: 'fails',
      severity,
      seen: expect.stringMatching(seen),
      fix: expect.any(String),
    });
  });

  const page = (head: string) => ({ headers: { 'content-type': 'text/html' }, body: `${head}<p>Text` });
  it.each<[name: string, check: string, outcome: string, seen: RegExp, home: HttpAnswer]>([
    [
      'noindex behind what is read',
      'x-robots-tag',
      'not-looked-at',
      /^The home page: Only its first 524288 octets were read$/,
      page(
        `<meta name=googlebot content=notranslate>${'<p>word'.repeat(80_000)}<meta name=robots content=noindex>`,
      ),
    ],
    [
      'noindex behind what is read, after a directive for others',
      'x-robots-tag',
      'not-looked-at',
      /Only its first 524288 octets were read$/,
      {
        headers: { 'content-type': 'text/html', 'x-robots-tag': 'bingbot: noarchive' },
        body: `${'<p>word'.repeat(80_000)}<meta name=robots content=noindex>`,
      },
    ],
    [
      'directives that nobody can read',
      'x-robots-tag',
      'fails',
      /"noindex; nofollow" cannot be read$/,
      { ...page(''), headers: { 'content-type': 'text/html', 'x-robots-tag': 'noindex; nofollow' } },
    ],
    [
      'a directive under a name of no crawler',
      'x-robots-tag',
      'fails',
      /"robots:noindex" is under a name that is not a crawler’s$/,
      { ...page(''), headers: { 'content-type': 'text/html', 'x-robots-tag': 'robots: noindex' } },
    ],
    [
      'a field of use that cannot be read',
      'usage-headers',
      'fails',
      /^A statement about use cannot be parsed$/,
      { ...page(''), headers: { 'content-type': 'text/html', 'content-usage': 'train-ai:n' } },
    ],
    [
      'noindex of an error page',
      'x-robots-tag',
      'not-looked-at',
      /status 404$/,
      { status: 404, headers: { 'x-robots-tag': 'noindex' } },
    ],
    [
      'a header for somebody else',
      'x-robots-tag',
      'holds',
      /but no noindex for Googlebot and bingbot$/,
      { ...page(''), headers: { 'content-type': 'text/html', 'x-robots-tag': 'otherbot: noindex' } },
    ],
    [
      'a home page without headers of its own',
      'usage-headers',
      'not-looked-at',
      /^The header fields of the home page are unknown \(.*status 500\)$/,
      { status: 500 },
    ],
    [
      'a home page that nobody gets',
      'page-for-crawler',
      'not-looked-at',
      /^The home page: not-found, for every client$/,
      { status: 404 },
    ],
    [
      'a home page that fails for everybody',
      'page-for-crawler',
      'not-looked-at',
      /^The home page: server-error, for every client$/,
      { status: 500 },
    ],
  ])('no more than it saw: %s', async (_, check, outcome, seen, home) => {
    const server = await site({ '/robots.txt': healthy(), '/': home });
    const report = (await examine(server.origin, { as: { as: 'FooBot' } })).get(check);
    expect(report).toMatchObject({ outcome, seen: expect.stringMatching(seen) });
  });

  it.each([
    ['a lost sitemap', '/lost.xml', '', /status 404$/],
    ['a disallowed sitemap', '/private/s.xml', '', /disallowed by this robots.txt$/],
    ['a page for a sitemap', '/', '', /not a sitemap: its outermost element is <p>/],
  ])('%s', async (_, path, _2, detail) => {
    const server = await site({});
    server.play({ '/robots.txt': healthy(`${ROBOTS}Sitemap: ${server.origin}${path}\n`), '/': '<p>page' });
    const report = (await examine(server.origin)).get('sitemaps');
    expect(report).toMatchObject({ outcome: 'fails', details: [expect.stringMatching(detail)] });
  });

  it.each<[name: string, outcome: string, body: string | Uint8Array]>([
    ['that is there', 'holds', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'],
    ['in UTF-16', 'holds', Buffer.from('\ufeff<urlset/>', 'utf16le')],
    ['of lines after an empty one', 'holds', '\n\nhttp://a.example/\n'],
    ['with a long comment', 'holds', `<!-- ${'x'.repeat(5000)} --><urlset/>`],
    ['with a prefix', 'holds', '<s_m:urlset xmlns:s_m="http://www.sitemaps.org/schemas/sitemap/0.9"/>'],
    ['of RSS', 'holds', '<rss version="2.0"><channel/></rss>'],
    ['that is a packed page', 'fails', gzipSync('<html><p>Not found')],
    ['that is a page with a feed in it', 'fails', '<html><body><feed/></body></html>'],
    ['that is a comment', 'fails', '<!-- <urlset> -->'],
    ['that is cut', 'fails', '<urlset><url><loc>http://a.exa'],
    ['that loses a location', 'fails', '<urlset><url><loc>/relative</loc></url></urlset>'],
  ])('in a sitemap %s: %s', async (_, outcome, body) => {
    const server = await site({});
    server.play({ '/robots.txt': healthy(`${ROBOTS}Sitemap: ${server.origin}/s.xml\n`), '/s.xml': { body } });
    expect((await examine(server.origin)).get('sitemaps')?.outcome).toBe(outcome);
  });

  it('a sitemap that leads into the network of whoever asks: nothing there is asked', async () => {
    const inside = await site({ '/s.xml': '<urlset/>' });
    const server = await site({});
    server.play({
      '/robots.txt': healthy(`${ROBOTS}Sitemap: ${server.origin}/s.xml\n`),
      '/s.xml': { status: 302, headers: { location: `${inside.origin}/s.xml` }, body: '' },
    });
    const report = (await examine(server.origin)).get('sitemaps');
    expect(report).toMatchObject({
      outcome: 'fails',
      details: [expect.stringContaining('ERR_ROBOTS_ADDRESS')],
    });
    expect(inside.acceptedConnections()).toBe(0);
  });

  const CHUNK = Buffer.alloc(65_536, 'Disallow: /a\n');

  it.each<[name: string, seen: RegExp, fix: RegExp, answer: HttpAnswer, timeout?: number]>([
    ['a file that never comes', /TIMEOUT/, /few seconds/, () => {}, 500],
    [
      'a file that comes drop by drop',
      /TIMEOUT/,
      /few seconds/,
      (_, response) => {
        const drops = setInterval(() => response.write('#'), 50);
        response.on('close', () => clearInterval(drops));
      },
      500,
    ],
    [
      'a file that is cut',
      /ECONNRESET|content-length/,
      /answer with 200/,
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write(ROBOTS, () => void response.destroy());
      },
    ],
    [
      'what is not an HTTP',
      /HTTP/,
      /answer with 200/,
      (_, { socket }) => void socket?.end('nonsense\r\n\r\n'),
    ],
  ])('%s', async (_, seen, fix, answer, timeout = 60_000) => {
    const server = await site({ '/robots.txt': answer });
    const reports = await examine(server.origin, { timeout });
    expect(reports.get('reachable')).toMatchObject({
      outcome: 'fails',
      seen: expect.stringMatching(seen),
      fix: expect.stringMatching(fix),
    });
    expect(server.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  it('a file without an end', async () => {
    const server = await site({
      '/robots.txt': (_, response) => {
        const pour = (): void => {
          while (!response.destroyed && response.write(CHUNK));
        };
        response.writeHead(200, { 'content-type': 'text/plain' }).on('drain', pour);
        pour();
      },
    });
    expect((await examine(server.origin)).get('size')).toMatchObject({
      outcome: 'fails',
      seen: expect.stringMatching(/^More than \d+ octets$/),
    });
  });

  it('a certificate that nobody trusts', async () => {
    const server = await site({ '/robots.txt': healthy() }, { isTls: true });
    expect((await examine(server.origin)).get('reachable')).toMatchObject({
      outcome: 'fails',
      seen: expect.stringMatching(/CERT/),
      fix: expect.stringMatching(/certificate/),
    });
  });

  it('a port at which nobody listens, with exit code 3', async () => {
    const server = await site({});
    await server.close();
    const { stdout, exit } = await robots(['doctor', server.origin, '--delay', '0.01', '--format', 'ndjson']);
    expect(JSON.parse(stdout.split('\n')[0] as string)).toMatchObject({
      check: 'reachable',
      outcome: 'fails',
    });
    expect(exit).toBe(3);
  });
});
