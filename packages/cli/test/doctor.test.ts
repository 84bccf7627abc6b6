import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createHttpTransport, type Transport } from '@robots-exclusion/client';
import { departures, departureText, programRow } from '@robots-exclusion/client/programs';
import type { HttpAnswer, HttpOrigin } from '@robots-exclusion/testkit';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckReport } from '../src/doctor/check.ts';
import { checks } from '../src/doctor/checks/index.ts';
import { robots, temporaryFile } from './command.ts';
import { closeSites, examine, healthy, ROBOTS, site } from './doctor-site.ts';

afterEach(closeSites);

describe('a healthy site', () => {
  it('passes, in few requests, one after the other, under a stated name', async () => {
    const server = await site({ '/robots.txt': healthy(), '/': 'home' });
    const { stdout, exit } = await robots([
      'doctor',
      `${server.origin}/any`,
      '--delay',
      '0.01',
      '--format',
      'json',
    ]);
    const { checks: reports, isDetermined, requests } = JSON.parse(stdout);
    expect(requests).toBe(server.requests.length);
    expect(reports.filter(({ outcome }: CheckReport) => outcome === 'fails')).toEqual([]);
    expect([isDetermined, exit]).toEqual([true, 0]);
    expect(server.requests.map(({ path }) => path.replace(/control-\w+/, 'control'))).toEqual([
      '/robots.txt',
      '/robots-control.txt',
      '/',
    ]);
    for (const { headers } of server.requests)
      expect(headers['user-agent']).toMatch(/^robots-exclusion\/.* \(robots doctor\)$/);
  });

  it('is reported in text that keeps to the terminal', async () => {
    const server = await site({ '/robots.txt': healthy('<html>'.repeat(90)) });
    const { stdout, exit } = await robots(['doctor', server.origin, '--delay', '0.01'], {
      env: { COLUMNS: '80' },
    });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/\nFAILS {2}The site does not serve a robots.txt with status 200\n/);
    expect(stdout).toContain('To do: ');
    expect(stdout).toMatch(
      /\n\d failures?, \d warnings?, \d+ hold, \d+ not looked at, \d not applicable; 3 requests\n$/,
    );
    expect(exit).toBe(1);
  });
});

const kinds: Readonly<Record<string, HttpAnswer>> = {
  '200': healthy(),
  '404': { status: 404 },
  'a challenge': {
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
    body: '<title>Just a moment...</title>',
  },
  '401': { status: 401, headers: { 'www-authenticate': 'Basic' } },
  '429': { status: 429, headers: { 'retry-after': '60' } },
  '503': { status: 503 },
  'no answer': (_, response) => void response.socket?.destroy(),
  'no answer in time': () => undefined,
  'a page': { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Home</title><p>Text' },
  'a redirect home': ({ path }, response) =>
    path === '/' ? void response.end('home') : void response.writeHead(302, { location: '/' }).end(),
  'another origin': { status: 302, headers: { location: 'http://127.0.0.1:9/robots.txt' } },
  'nothing in it': healthy(''),
  'a login': { headers: { 'content-type': 'text/html' }, body: '<title>Log in</title><input type=password>' },
};

/** Little time for a site that never answers. */
const inTime = (kind: string) => (kind === 'no answer in time' ? { timeout: 100 } : {});

describe('a check holds only by a request that shows it', () => {
  const ofFile = [
    'media-type',
    'encoding',
    'compression',
    'size',
    'cache-headers',
    'lint',
    'sitemaps',
    'usage-headers',
  ];
  const ofPage = ['x-robots-tag', 'page-for-crawler'];

  it.each(Object.keys(kinds))('everything is answered with %s', async (kind) => {
    const server = await site(() => kinds[kind] as HttpAnswer);
    const reports = await examine(server.origin, {
      ...inTime(kind),
      as: { as: 'FooBot' },
      intended: { name: 'r', body: Buffer.from(ROBOTS) },
    });
    const held = [...reports.values()].filter(({ outcome }) => outcome === 'holds').map(({ check }) => check);
    const isText = kind === '200' || kind === 'nothing in it';
    const asked = server.requests.map(({ path }) => path);
    const shown = [
      ...(isText ? ['reachable', 'same-for-crawler', ...ofFile] : []),
      ...(kind === '200' ? ['drift'] : []),
      ...(kind.startsWith('no answer') ? [] : ['answer-time', 'redirects']),
      ...(kind === '404' && asked.some((path) => path.startsWith('/robots-control'))
        ? ['soft-not-found']
        : []),
      ...((isText || /page|home/.test(kind)) && asked.includes('/') ? ofPage : []),
    ];
    expect(held.filter((check) => !shown.includes(check))).toEqual([]);
    for (const { outcome, seen } of reports.values())
      if (outcome.startsWith('not-')) expect(seen).toMatch(/../);
  });

  it.each(Object.keys(kinds))('everything but robots.txt is answered with %s', async (kind) => {
    const server = await site(({ path }) =>
      path === '/robots.txt' ? healthy() : (kinds[kind] as HttpAnswer),
    );
    const reports = await examine(server.origin, { ...inTime(kind), as: { as: 'FooBot' } });
    const gotPage = kind === '200' || /page|home|nothing/.test(kind);
    expect(reports.get('soft-not-found')?.outcome === 'holds').toBe(kind === '404');
    if (!gotPage) for (const check of ofPage) expect(reports.get(check)?.outcome).not.toBe('holds');
    expect(reports.get('reachable')?.outcome).toBe('holds');
  });
});

it.each(Object.keys(kinds))('preflight and report hold only by a request that shows it: %s', async (kind) => {
  const server = await site(() => kinds[kind] as HttpAnswer);
  const given = ['--format', 'json', ...(kind === 'no answer in time' ? ['--timeout', '0.2'] : [])];
  const ended = async (...argv: string[]): Promise<string> => {
    const { stdout } = await robots([...argv, ...given]);
    return /"outcome": ?"(holds|fails|not-looked-at|not-applicable)"/.exec(stdout)?.[1] ?? stdout;
  };
  const isText = kind === '200' || kind === 'nothing in it';
  const reported = await ended('report', 'ai', server.origin);
  expect(reported).toBe(isText ? 'holds' : kind === '404' ? 'not-applicable' : 'not-looked-at');
  server.requests.length = 0;
  const page = await ended('preflight', `${server.origin}/a`, '--agent', 'FooBot');
  const isServed = isText || /page|home/.test(kind);
  expect(page === 'holds' && !isServed, page).toBe(false);
  if (page === 'holds') expect(server.requests.map(({ path }) => path)).toContain('/a');
  server.play(({ path }) => (path === '/a' ? (kinds['a page'] as HttpAnswer) : (kinds[kind] as HttpAnswer)));
  const open = await ended('preflight', `${server.origin}/a`, '--agent', 'FooBot');
  expect(open === 'holds', open).toBe(isServed || kind === '404');
});

it('a site that answers each request differently gets no comparison that holds', async () => {
  let asked = 0;
  const server = await site(() => {
    const turn = asked++;
    return [healthy(), { status: 503 }, healthy(`${ROBOTS}# ${turn}\n`), kinds['a page'] as HttpAnswer][
      turn % 4
    ] as HttpAnswer;
  });
  const reports = await examine(server.origin, { as: { as: 'FooBot' } });
  const held = [...reports.values()].filter(({ outcome }) => outcome === 'holds').map(({ check }) => check);
  expect(held).not.toContain('same-for-crawler');
  expect(held).not.toContain('soft-not-found');
  expect(reports.get('same-for-crawler')?.outcome).toBe('fails');
});

describe('compression', () => {
  const packed = healthy(gzipSync(ROBOTS), { 'content-encoding': 'gzip' });
  const losing = departures(programRow('gzip-always')).map((each) => departureText(each));

  it.each<[name: string, answers: (accepted: string) => HttpAnswer, found: object, requests: number]>([
    ['never', () => healthy(), { outcome: 'holds', seen: 'The file is not compressed' }, 0],
    ...['identity', 'utf-8'].map((label): [string, () => HttpAnswer, object, number] => [
      `never, with "Content-Encoding: ${label}"`,
      () => healthy(ROBOTS, { 'content-encoding': label }),
      { outcome: 'holds', seen: 'The file is not compressed' },
      0,
    ]),
    [
      'if asked',
      (accepted) => (/gzip/.test(accepted) ? packed : healthy()),
      { outcome: 'holds', seen: expect.stringMatching(/^Content-Encoding: gzip, only .*HTTrack/) },
      1,
    ],
    [
      'always',
      () => packed,
      { outcome: 'fails', seen: expect.stringContaining('identity'), details: losing },
      1,
    ],
    [
      'otherwise, if brotli is accepted',
      (accepted) =>
        /br/.test(accepted) ? healthy(brotliCompressSync(ROBOTS), { 'content-encoding': 'br' }) : packed,
      { outcome: 'fails', details: losing },
      2,
    ],
    [
      'only if asked; else refused',
      (accepted) => (/gzip/.test(accepted) ? packed : { status: 406 }),
      { outcome: 'not-looked-at', seen: 'status 406 for "Accept-Encoding: identity"' },
      1,
    ],
  ])('%s', async (_, answers, found, requests) => {
    const server = await site(({ path, headers }) =>
      path === '/robots.txt' ? answers(headers['accept-encoding'] ?? '') : { status: 404 },
    );
    expect((await examine(server.origin)).get('compression')).toMatchObject(found);
    const asked = server.requests.filter(({ path }) => path === '/robots.txt');
    expect(asked.length - 1).toBe(requests);
  });
});

describe('files that a page loads', () => {
  const page = '<!doctype html><script src=/private/a.js></script>';
  const shut = 'User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /\n';
  const cut = `<!doctype html>${' '.repeat(2 ** 20)}`;

  it.each([
    [
      'User-agent: *\nDisallow: /b/\n',
      page,
      'holds',
      'Googlebot and bingbot may fetch the file of this origin named in its HTML',
    ],
    [`User-agent: bingbot\nDisallow: /\n`, page, 'holds', 'Googlebot may fetch the file'],
    [shut, page, 'not-applicable', 'Neither Googlebot nor bingbot may fetch'],
    ['', page.replace('/', 'https://cdn.example/'), 'not-applicable', 'of this origin'],
    ['', cut, 'not-looked-at', 'octets were read'],
  ])(
    'are judged for who may fetch the page, and only if they are of its origin: %j (%#)',
    async (file, home, ...said) => {
      const server = await site({ '/robots.txt': healthy(file), '/': home });
      const { outcome, seen } = (await examine(server.origin)).get('assets') ?? {};
      expect([outcome, seen]).toEqual([said[0], expect.stringContaining(said[1] as string)]);
    },
  );
});

it('files that a page’s style sheets name are judged, too', async () => {
  const css = (body: string, type = 'text/css') => ({ status: 200, headers: { 'content-type': type }, body });
  const sheets = ['a', 'b', 'private/c', 'd', 'e'].map((name) => `<link rel=stylesheet href=/${name}.css>`);
  const sitemaps = [1, 2, 3, 4, 5].map((number) => `Sitemap: /${number}.xml\n`);
  const server = await site({
    '/robots.txt': healthy(`User-agent: *\nDisallow: /private/\nDisallow: /f/\n${sitemaps.join('')}`),
    '/': `<!doctype html>${sheets.join('')}`,
    '/a.css': css('@font-face{src:url(f/a.woff2)}'),
    '/b.css': css('a{b:url(/f/b.png)}', 'text/html'),
  });
  const reports = await examine(server.origin, { as: { as: 'FooBot' } });
  const { seen, details } = reports.get('assets') ?? {};
  const { origin, requests } = server;
  expect(seen).toBe(`blocked style sheet for Googlebot, line 2: ${origin}/private/c.css`);
  expect(details).toContain(`blocked font for bingbot, line 3: ${origin}/f/a.woff2`);
  expect(details?.join()).not.toContain('b.png');
  const asked = requests.map(({ path }) => path).filter((path) => path.endsWith('.css'));
  expect(asked).toEqual(['/a.css', '/b.css', '/d.css']);
  // The help states 21: the two variants of the host are other servers, and nothing is compressed.
  expect(requests.length).toBe(17);
});

describe('the words', () => {
  it('name the problem where a check fails, and collapse checks that are skipped for one reason', async () => {
    const server = await site({ '/robots.txt': { status: 503 } });
    const { stdout, exit } = await robots(['doctor', server.origin, '--delay', '0.01']);
    expect(stdout).toContain('FAILS  The site does not serve a robots.txt with status 200\n');
    expect(stdout.match(/There is no file to check/g)).toHaveLength(1);
    expect(stdout).toContain('lint');
    expect(exit).toBe(3);
  });

  it('differ between a check that holds and one that does not', () => {
    for (const { title, problem } of checks) expect(problem).not.toBe(title);
  });

  it('show seconds as seconds in the help', async () => {
    const { stdout } = await robots(['doctor', '--help']);
    // Help is wrapped at arbitrary spaces.
    expect(stdout.replace(/\s+/g, ' ').match(/\(default: [\d.]+\)/g)).toEqual([
      '(default: 10)',
      '(default: 90)',
      '(default: 0.5)',
    ]);
  });
});

describe('--agent', () => {
  const asked = (server: HttpOrigin): string[] =>
    server.requests.map(({ headers }) => headers['user-agent'] ?? '');

  it('asks as the crawler and as a browser, and finds that they are answered differently', async () => {
    const server = await site(({ path, headers }) =>
      path !== '/robots.txt'
        ? { status: 404 }
        : /GPTBot/.test(headers['user-agent'] ?? '')
          ? { status: 403 }
          : healthy(),
    );
    const report = (await examine(server.origin, { as: { as: 'GPTBot' } })).get('same-for-crawler');
    expect(report).toMatchObject({ outcome: 'fails', seen: 'GPTBot is answered differently from a browser' });
    // The doctor requests robots.txt under both names, and the home page under the crawler's name.
    expect(asked(server).filter((header) => /Firefox|GPTBot\//.test(header))).toHaveLength(3);
  });

  it('asks as a library, and says which recorded crawlers a 403 for that name costs', async () => {
    const server = await site(({ headers }) =>
      /^Python-urllib/.test(headers['user-agent'] ?? '') ? { status: 403 } : healthy(),
    );
    const report = (await examine(server.origin, { as: { as: 'GPTBot' } })).get('same-for-crawler');
    expect(report).toMatchObject({
      outcome: 'fails',
      seen: 'The name of a library ("Python-urllib/3.12") is answered 403',
    });
    expect(report?.details?.join('\n')).toContain('403 for names of libraries and requests without a name: ');
  });

  it('is content with one file for all, and never poses as anybody unasked', async () => {
    const server = await site({ '/robots.txt': healthy() });
    expect((await examine(server.origin, { as: { as: 'NewBot' } })).get('same-for-crawler')?.outcome).toBe(
      'holds',
    );
    server.requests.length = 0;
    expect((await examine(server.origin)).get('same-for-crawler')?.outcome).toBe('not-looked-at');
    expect(new Set(asked(server))).toEqual(new Set(['robots-exclusion/test']));
  });
});

describe('--intended', () => {
  const drift = async (served: string, intended: string): Promise<CheckReport | undefined> => {
    const server = await site({ '/robots.txt': healthy(served) });
    const file = { name: 'robots.txt', body: Buffer.from(intended) };
    return (await examine(server.origin, { intended: file })).get('drift');
  };

  it('the same octets', async () => {
    expect(await drift(ROBOTS, ROBOTS)).toMatchObject({ outcome: 'holds' });
  });

  it('comments and line ends only', async () => {
    expect(await drift(`# hello\r\n${ROBOTS.replaceAll('\n', '\r\n')}`, ROBOTS)).toMatchObject({
      outcome: 'fails',
      severity: 'warning',
    });
  });

  it('names what was added and removed', async () => {
    expect(await drift('User-agent: *\nDisallow: /\n', ROBOTS)).toMatchObject({
      outcome: 'fails',
      seen: '1 record added, 1 removed',
      details: ['added line 2: Disallow: /', 'removed line 2: Disallow: /private/'],
    });
  });

  it('sees records that moved to another group', async () => {
    const one = 'User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n';
    const other = 'User-agent: a\nDisallow: /y\nUser-agent: b\nDisallow: /x\n';
    expect(await drift(one, other)).toMatchObject({
      outcome: 'fails',
      details: [expect.stringContaining('different user-agent')],
    });
  });

  it('recognises the block that Cloudflare puts before the file', async () => {
    const block =
      '# Terms\n\n# BEGIN Cloudflare Managed content\n\nUser-agent: GPTBot\nDisallow: /\n\n# END Cloudflare Managed Content\n\n';
    expect(await drift(block + ROBOTS, ROBOTS)).toMatchObject({
      outcome: 'fails',
      seen: 'Cloudflare has put a managed block of 6 lines before the file',
      details: ['added line 5: User-agent: GPTBot', 'added line 6: Disallow: /'],
    });
    expect((await drift(`${block}${ROBOTS}Disallow: /more\n`, ROBOTS))?.seen).toBe(
      '3 records added, 0 removed',
    );
  });

  it('reads the file on the command line', async () => {
    const server = await site({ '/robots.txt': healthy() });
    const args = [
      'doctor',
      server.origin,
      '--delay',
      '0.01',
      '--intended',
      temporaryFile('r.txt', 'Sitemap: https://a/\n'),
    ];
    expect((await robots(args)).stdout).toContain('removed line 1: Sitemap: https://a/');
  });
});

describe('variants of a host', () => {
  /** A transport that sends requests for the given origins to servers on loopback. */
  function leading(servers: Readonly<Record<string, HttpOrigin>>): Transport {
    const http = createHttpTransport();
    return {
      schemes: ['http', 'https'],
      // No address needs to be checked: the given hosts are on loopback, and other hosts do not exist.
      enforcesAddressPolicy: true,
      async send(request) {
        const { origin, pathname } = new URL(request.url);
        const server = servers[origin];
        if (!server) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
        return http.send({ ...request, url: `${server.origin}${pathname}`, addressPolicy: { allow: 'any' } });
      },
    };
  }

  it('a home page that is moved: its files are not judged by this robots.txt', async () => {
    const main = await site({
      '/robots.txt': healthy('User-agent: *\nDisallow: /private/\n'),
      '/': { status: 302, headers: { location: 'https://www.example.test/' } },
    });
    const other = await site({
      '/robots.txt': healthy(''),
      '/': '<!doctype html><script src=/private/a.js></script>',
    });
    const transport = leading({ 'https://example.test': main, 'https://www.example.test': other });
    expect((await examine('https://example.test', { transport })).get('assets')).toMatchObject({
      outcome: 'not-looked-at',
      seen: expect.stringContaining('redirects to https://www.example.test, whose own robots.txt'),
    });
  });

  it('one that serves something else', async () => {
    const main = await site({ '/robots.txt': healthy() });
    const other = await site({ '/robots.txt': healthy('User-agent: *\nDisallow: /\n') });
    const transport = leading({ 'https://example.test': main, 'http://example.test': other });
    expect((await examine('https://example.test', { transport })).get('same-on-variants')).toMatchObject({
      outcome: 'fails',
      severity: 'warning',
      seen: 'One variant serves something else',
      details: [
        'http://example.test/robots.txt: a different file',
        expect.stringMatching(/^https:\/\/www\.example\.test\/robots\.txt: .*ENOTFOUND/),
      ],
    });
  });

  it.each([
    ['no variant answers', {}, {}, 'not-looked-at', 'No variant responds'],
    [
      'another status',
      { '/robots.txt': { status: 404 } },
      { '/robots.txt': { status: 503 } },
      'fails',
      'One variant serves something else',
    ],
    [
      'no file on any',
      { '/robots.txt': { status: 404 } },
      { '/robots.txt': { status: 404 } },
      'holds',
      'All variants that respond also return 404',
    ],
  ])('%s', async (_, main, other, outcome, seen) => {
    const isSilent = Object.keys(main).length === 0;
    const transport = leading(
      isSilent ? {} : { 'https://example.test': await site(main), 'http://example.test': await site(other) },
    );
    const reports = await examine('https://example.test', { transport });
    expect(reports.get('same-on-variants')).toMatchObject({ outcome, seen });
  });

  it('all the same, by way of a redirect too', async () => {
    const main = await site({ '/robots.txt': healthy() });
    const redirecting = await site(({ path }) => ({
      status: 301,
      headers: { location: `https://www.example.test${path}` },
    }));
    const transport = leading({
      'https://www.example.test': main,
      'http://www.example.test': redirecting,
      'https://example.test': redirecting,
    });
    expect((await examine('https://www.example.test', { transport })).get('same-on-variants')).toMatchObject({
      outcome: 'holds',
      details: [
        'http://www.example.test/robots.txt: the same file, via https://www.example.test/robots.txt',
        'https://example.test/robots.txt: the same file, via https://www.example.test/robots.txt',
      ],
    });
  });
});

describe('manners', () => {
  it('asks for nothing that robots.txt disallows', async () => {
    const server = await site({ '/robots.txt': healthy('User-agent: robots-exclusion\nDisallow: /\n') });
    const reports = await examine(server.origin);
    expect(server.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
    expect(reports.get('soft-not-found')?.outcome).toBe('not-looked-at');
  });

  it('ends in time on a site that never answers', async () => {
    // The doctor's total time limit expires when the home page is requested.
    const time = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    onTestFinished(() => void vi.restoreAllMocks());
    const page = () => time.abort(new DOMException('late', 'TimeoutError'));
    const server = await site({ '/robots.txt': healthy(), '/': page });
    const reports = await examine(server.origin, { timeout: 60_000, totalTimeoutMs: 60_000 });
    expect(reports.get('x-robots-tag')?.seen).toMatch(/no time left/);
  });

  it('ends in time on a robots.txt that never comes', async () => {
    const server = await site({ '/robots.txt': () => {} });
    const reports = await examine(server.origin, { timeout: 60_000, totalTimeoutMs: 300 });
    expect(reports.get('reachable')).toMatchObject({
      outcome: 'fails',
      seen: expect.stringContaining('within 0.3 s'),
    });
  });

  it.each([
    [['doctor', 'mailto:a@example.com'], /expected an http or https URL/],
    [['doctor', 'ftp://example.com/'], /expected an http or https URL/],
    [['doctor', 'http://127.0.0.1:1/', '--agent', 'two words'], /Cannot use the crawler name "two words"/],
    [['doctor', 'http://127.0.0.1:1/', '--intended', 'nowhere'], /there is no such file/],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(args);
    expect([message.test(stderr), exit]).toEqual([true, 2]);
  });
});
