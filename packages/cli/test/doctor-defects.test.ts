import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { HttpAnswer, HttpScript } from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { robots } from './command.ts';
import { closeSites, examine, healthy, ROBOTS, site } from './doctor-site.ts';

afterEach(closeSites);

type Reply = Exclude<HttpAnswer, string | Uint8Array | ((...all: never) => unknown)>;

/** A defect in `doctor-defects.yaml`: what the site answers, and what a check must say of it. */
interface Defect {
  readonly name: string;
  readonly check: string;
  /** Absent if the check fails. */
  readonly outcome?: string;
  readonly severity?: string;
  /** A regular expression. */
  readonly seen: string;
  /** What differs in the robots.txt of a healthy site. UTF-16 is text that is sent in that encoding. */
  readonly file?: Reply & { readonly utf16?: string };
  /** The whole answer for robots.txt. */
  readonly bare?: Reply;
  readonly pages?: Readonly<Record<string, string | (Reply & { readonly healthy?: boolean })>>;
}

const defects = parse(readFileSync(new URL('doctor-defects.yaml', import.meta.url), 'utf8')) as Defect[];

function siteOf({ file = {}, bare, pages = {} }: Defect): HttpScript {
  const { utf16, body = utf16 && Buffer.from(`\ufeff${utf16}`, 'utf16le'), headers } = file;
  const others = Object.entries(pages).map(([path, reply]) => [
    path,
    typeof reply !== 'string' && reply.healthy ? healthy() : reply,
  ]);
  const robotsTxt = bare ?? healthy(body, headers as Record<string, string> | undefined);
  return { '/robots.txt': robotsTxt, ...Object.fromEntries(others) };
}

const large = `User-agent: *\nDisallow: /a\n${`#${'a'.repeat(999)}\n`.repeat(513)}`;
const long = `<p>${'word '.repeat(110_000)}`;

describe('finds each defect', () => {
  it.each(defects.map((defect) => [defect.name, defect] as const))('%s', async (_, defect) => {
    const { check, severity, seen, outcome = 'fails' } = defect;
    const server = await site(siteOf(defect));
    const asked = severity === undefined ? { as: { as: 'FooBot' } } : {};
    expect((await examine(server.origin, asked)).get(check)).toMatchObject({
      ...{ outcome, seen: expect.stringMatching(seen) },
      ...(severity !== undefined && { severity, fix: expect.any(String) }),
    });
  });

  it.each<[name: string, check: string, seen: RegExp, script: HttpScript]>([
    [
      'a cut connection',
      'reachable',
      /ECONNRESET/,
      { '/robots.txt': (_, response) => void response.socket?.destroy() },
    ],
    ['a large file', 'size', /^5\d{5} octets$/, { '/robots.txt': healthy(large) }],
    [
      'a soft 404',
      'soft-not-found',
      /though there is no such file/,
      ({ path }) => (path === '/robots.txt' ? healthy() : 'page'),
    ],
    ['one file for all', 'soft-not-found', /same file as \/robots.txt/, () => healthy()],
  ])('%s', async (_, check, seen, script) => {
    const server = await site(script);
    const report = (await examine(server.origin)).get(check);
    const severity = check === 'soft-not-found' ? 'warning' : 'error';
    expect(report).toMatchObject({ outcome: 'fails', severity, seen: expect.stringMatching(seen) });
  });

  it.each([
    { body: `<meta name=googlebot content=notranslate>${long}<meta name=robots content=noindex>` },
    {
      headers: { 'x-robots-tag': 'bingbot: noarchive' },
      body: `${long}<meta name=robots content=noindex>`,
    },
  ])('noindex behind what is read', async ({ body, headers }) => {
    const home = { headers: { 'content-type': 'text/html', ...headers }, body };
    const server = await site({ '/robots.txt': healthy(), '/': home });
    expect((await examine(server.origin, { as: { as: 'FooBot' } })).get('x-robots-tag')).toMatchObject({
      outcome: 'not-looked-at',
      seen: expect.stringMatching(/^The home page: Only its first 524288 octets were read$/),
    });
  });

  it.each([
    ['a lost sitemap', '/lost.xml', '', /^status 404: /],
    ['a disallowed sitemap', '/private/s.xml', '', /^disallowed by this robots.txt: /],
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
    ['behind a login', 'not-looked-at', '<title>Log in</title><form><input type=password></form>'],
    ['that is cut', 'fails', '<urlset><url><loc>http://a.exa'],
    ['that loses a location', 'fails', '<urlset><url><loc>/relative</loc></url></urlset>'],
  ])('in a sitemap %s: %s', async (_, outcome, body) => {
    const server = await site({});
    server.play({ '/robots.txt': healthy(`${ROBOTS}Sitemap: ${server.origin}/s.xml\n`), '/s.xml': { body } });
    expect((await examine(server.origin)).get('sitemaps')?.outcome).toBe(outcome);
  });

  it.each([
    [403, 'In place of the sitemap, this program was answered with a refusal (status 403)'],
    [503, 'status 503'],
  ])('a sitemap that is answered with %d is not known to be missing', async (status, why) => {
    const server = await site({});
    server.play({
      '/robots.txt': healthy(`${ROBOTS}Sitemap: ${server.origin}/s.xml\n`),
      '/s.xml': { status },
    });
    expect((await examine(server.origin)).get('sitemaps')).toMatchObject({
      outcome: 'not-looked-at',
      seen: expect.stringContaining(`not known: ${why}`),
    });
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
      outcome: 'not-looked-at',
      details: [expect.stringContaining('not known: ERR_ROBOTS_ADDRESS')],
    });
    expect(inside.acceptedConnections()).toBe(0);
  });

  const CHUNK = Buffer.alloc(65_536, '#');

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
