/**
 * Crawls sites on loopback with Crawlee 3.18, stock and with `@robots-exclusion/crawlee`, and compares who asked for
 * what: `npm run test:crawlee`. Crawlee is installed into a folder of its own, so that `npm ci` need not bring it.
 * Where it cannot be obtained, that is an error with CI=true, and a visible skip elsewhere.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@robots-exclusion/client';
import { createRobotsGuard, withRobots } from '@robots-exclusion/crawlee';

const VERSION = '~3.18.0';
const FOLDER = join(tmpdir(), 'robots-exclusion-crawlee');
const USER_AGENT = 'FooBot/1.0 (+https://foobot.example/)';

/** What /robots.txt answers on each site; each has the pages /, /a, /b, /private and /later. */
const SITES = {
  missing: { status: 404 },
  rules: { body: 'User-agent: *\nDisallow: /private\n' },
  named: { body: 'User-agent: foobot\nDisallow: /private\n\nUser-agent: *\nDisallow:\n' },
  escaped: { body: 'User-agent: *\nDisallow: /%70rivate\n' },
  broken: { status: 500, body: 'User-agent: *\nDisallow:\n' },
  busy: { status: 429 },
  recovering: { status: 503, headers: { 'retry-after': '2' }, later: { body: '' } },
  slow: { body: 'User-agent: *\nCrawl-delay: 1\nDisallow: /private\n' },
  moved: { status: 301, headers: { location: '{rules}/robots.txt' } },
};
const PAGES = ['/', '/a', '/b', '/go', '/private'];

await main();

async function main() {
  const crawlee = install();
  if (crawlee === undefined) return;
  crawlee.log.setLevel(crawlee.log.LEVELS.OFF);
  compilesAsWritten();
  await compare(crawlee);
  await keepsTurns(crawlee);
  console.log('crawlee: passed');
}

/** The example of the README is type-checked, strictly, with the Crawlee it names. */
function compilesAsWritten() {
  const root = new URL('..', import.meta.url);
  const readme = readFileSync(new URL('packages/crawlee/README.md', root), 'utf8');
  const [, example] = /```ts no-run[^\n]*\n([\s\S]*?)```/.exec(readme);
  const folder = join(FOLDER, 'example');
  mkdirSync(join(folder, 'node_modules', '@robots-exclusion'), { recursive: true });
  for (const name of ['client', 'crawlee']) {
    const link = join(folder, 'node_modules', '@robots-exclusion', name);
    rmSync(link, { force: true });
    symlinkSync(fileURLToPath(new URL(`packages/${name}`, root)), link);
  }
  // The package `crawlee` contains all of Crawlee, so this is the same class.
  writeFileSync(join(folder, 'example.mts'), example.replace("'crawlee'", "'@crawlee/cheerio'"));
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
  const types = fileURLToPath(new URL('node_modules/@types', root));
  const flags = '--strict --noEmit --skipLibCheck --module nodenext --target es2023 --types node --typeRoots';
  execFileSync(process.execPath, [tsc, ...flags.split(' '), types, 'example.mts'], {
    cwd: folder,
    stdio: 'inherit',
  });
  console.log('readme: compiles with --strict');
}

/** Twelve pages of a site with a Crawl-delay of a second, and a hook that waits for two: all are made, none too early. */
async function keepsTurns(parts) {
  const make = ({ CheerioCrawler }, options, configuration) => {
    const client = createClient({ userAgent: USER_AGENT });
    const robots = createRobotsGuard({
      client,
      onSkippedRequest: options.onSkippedRequest,
      maxHookSeconds: 2,
    });
    const preNavigationHooks = [robots.preNavigationHook];
    return { crawler: new CheerioCrawler({ ...options, preNavigationHooks }, configuration), client };
  };
  const pages = Array.from({ length: 12 }, (_, index) => `/${index}`);
  const seen = await crawl(parts, 'turns', make, { sites: ['slow'], pages, requestHandler: async () => {} });
  assert.deepEqual(seen.pages('slow'), pages.toSorted(), 'turns: every page is made');
  assert.deepEqual(seen.skipped, [], 'turns: nothing is dropped');
  assert.ok(
    seen.shortestGapMs('slow') >= 990,
    `turns: Crawl-delay is kept (${seen.shortestGapMs('slow')} ms)`,
  );
}

/** The stock crawler compared with ours. The first crawl shows that there is something to improve. */
async function compare(parts) {
  const stock = await crawl(parts, 'stock', stockCrawler);
  assert.ok(stock.pages('broken').includes('/a'), 'stock crawls where robots.txt is 500');
  assert.ok(stock.pages('busy').includes('/a'), 'stock crawls where robots.txt is 429');
  assert.ok(stock.pages('escaped').includes('/private'), 'stock does not see that %70 is p');
  assert.ok(stock.shortestGapMs('slow') < 900, 'stock knows no Crawl-delay');
  for (const [name, make] of Object.entries({
    mixin: mixinCrawler,
    queue: queueCrawler,
    hook: hookCrawler,
  })) {
    obeys(await crawl(parts, name, make), name);
  }
}

function obeys(seen, name) {
  const open = ['/', '/a', '/b', '/go', '/later', '/private'].toSorted();
  const closed = open.filter((page) => page !== '/private');
  assert.deepEqual(seen.pages('missing'), open, `${name}: 404 opens`);
  for (const site of ['rules', 'named', 'escaped', 'moved', 'slow']) {
    assert.deepEqual(seen.pages(site), closed, `${name}: ${site} is obeyed`);
  }
  for (const site of ['broken', 'busy']) assert.deepEqual(seen.pages(site), [], `${name}: ${site} defers`);
  assert.deepEqual(seen.pages('recovering'), open, `${name}: what was deferred comes later`);
  const gapMs = seen.shortestGapMs('slow');
  assert.ok(gapMs >= 990, `${name}: Crawl-delay is kept, robots.txt included (${gapMs} ms)`);
  for (const site of Object.keys(SITES)) {
    const expected = site === 'recovering' ? 2 : 1;
    // The target's file is known from the redirect, or the other way round.
    if (site !== 'rules') assert.equal(seen.robots(site), expected, `${name}: one fetch of ${site}`);
  }
  const skipped = seen.skipped.map(
    ({ url, decision, reason }) => `${reason} ${decision?.action} ${seen.siteOf(url)}`,
  );
  for (const site of ['rules', 'named', 'escaped', 'moved', 'slow']) {
    assert.ok(skipped.includes(`robotsTxt skip ${site}`), `${name}: ${site} is reported`);
  }
  for (const site of ['broken', 'busy']) {
    assert.ok(skipped.includes(`robotsTxt defer ${site}`), `${name}: ${site} is reported as deferred`);
  }
}

function stockCrawler({ CheerioCrawler }, options, configuration) {
  return { crawler: new CheerioCrawler({ ...options, respectRobotsTxtFile: true }, configuration) };
}

function mixinCrawler({ CheerioCrawler }, options, configuration) {
  const client = createClient({ userAgent: USER_AGENT, preset: 'google' });
  const Obedient = withRobots(CheerioCrawler, { client, maxDeferSeconds: 10 });
  return { crawler: new Obedient(options, configuration), client };
}

async function queueCrawler({ CheerioCrawler, RequestQueue }, options, configuration) {
  const client = createClient({ userAgent: USER_AGENT, preset: 'google' });
  const { onSkippedRequest } = options;
  const robots = createRobotsGuard({ client, onSkippedRequest, maxDeferSeconds: 10 });
  const requestQueue = robots.manage(await RequestQueue.open(null, { config: configuration }));
  const preNavigationHooks = [robots.redirectHook];
  return {
    crawler: new CheerioCrawler({ ...options, requestQueue, preNavigationHooks }, configuration),
    client,
  };
}

function hookCrawler({ CheerioCrawler }, options, configuration) {
  const client = createClient({ userAgent: USER_AGENT, preset: 'google' });
  const { onSkippedRequest } = options;
  const robots = createRobotsGuard({ client, onSkippedRequest, maxHookSeconds: 10 });
  const preNavigationHooks = [robots.preNavigationHook];
  return { crawler: new CheerioCrawler({ ...options, preNavigationHooks }, configuration), client };
}

/** One crawl of fresh sites, and the requests that they received. */
async function crawl(
  parts,
  name,
  make,
  { sites: asked = Object.keys(SITES), pages = PAGES, ...handlers } = {},
) {
  const sites = await openSites();
  const skipped = [];
  const options = {
    maxRequestRetries: 0,
    maxConcurrency: 20,
    minConcurrency: 10,
    onSkippedRequest: (request) => void skipped.push(request),
    requestHandler: ({ enqueueLinks }) => enqueueLinks({ strategy: 'all' }),
    ...handlers,
  };
  const configuration = new parts.Configuration({ persistStorage: false, purgeOnStart: true });
  const { crawler, client } = await make(parts, options, configuration);
  const started = performance.now();
  try {
    await crawler.run(asked.flatMap((site) => pages.map((page) => `${sites.origins[site]}${page}`)));
  } finally {
    await client?.close();
    await sites.close();
  }
  console.log(
    `${name}: ${sites.seen.length} requests, ${skipped.length} skipped, ${Math.round(performance.now() - started)} ms`,
  );
  return report(sites, skipped);
}

function report({ seen, origins }, skipped) {
  const of = (site) => seen.filter((request) => request.site === site);
  const gapsMs = (site) => {
    const times = of(site);
    return times.slice(1).map(({ at }, index) => Math.round(at - times[index].at));
  };
  return {
    skipped,
    siteOf: (url) => Object.keys(origins).find((site) => url.startsWith(`${origins[site]}/`)),
    robots: (site) => of(site).filter(({ path }) => path === '/robots.txt').length,
    pages: (site) =>
      [...new Set(of(site).map(({ path }) => path))].filter((path) => path !== '/robots.txt').toSorted(),
    shortestGapMs: (site) => Math.min(...gapsMs(site)),
  };
}

async function openSites() {
  const seen = [];
  const origins = {};
  const servers = [];
  for (const site of Object.keys(SITES)) {
    const server = createServer((request, response) => {
      const asked = seen.filter((earlier) => earlier.site === site && earlier.path === '/robots.txt').length;
      seen.push({ site, path: request.url, at: performance.now() });
      if (request.url === '/robots.txt') return answerRobots(SITES[site], asked, origins, response);
      if (request.url === '/go') {
        response.writeHead(302, { location: '/private' });
        return response.end();
      }
      response.setHeader('content-type', 'text/html');
      return response.end('<title>page</title><a href="/later">later</a><a href="/private">private</a>');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    origins[site] = `http://127.0.0.1:${server.address().port}`;
    servers.push(server);
  }
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  return { seen, origins, close };
}

function answerRobots(site, asked, origins, response) {
  const { status = 200, headers = {}, body = '' } = asked > 0 && site.later ? site.later : site;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(
      name,
      value.replace(/\{(\w+)\}/, (_, other) => origins[other]),
    );
  }
  response.setHeader('content-type', 'text/plain');
  response.end(body);
}

function install() {
  try {
    mkdirSync(FOLDER, { recursive: true });
    if (!existsSync(join(FOLDER, 'package.json')))
      writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
    const packages = [`@crawlee/cheerio@${VERSION}`];
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    execFileSync('npm', ['install', ...flags, ...packages], { cwd: FOLDER, stdio: 'pipe', timeout: 300_000 });
    return createRequire(join(FOLDER, 'package.json'))('@crawlee/cheerio');
  } catch (error) {
    const isCi = process.env.CI === 'true';
    console.log(`crawlee: ${isCi ? 'FAILED' : 'skipped'}, it cannot be obtained here: ${error.message}`);
    process.exitCode = isCi ? 1 : 0;
    return undefined;
  }
}
