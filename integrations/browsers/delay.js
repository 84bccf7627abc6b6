/** Measures by a site's log how a guarded browser keeps a Crawl-delay of one second. */
import { createServer } from 'node:http';
import { sleep } from './try-way.js';

/** How long a page may take to request what it names: up to nine documents, one second each. */
const LIMIT_MS = 30_000;

/** The documents of {@link MIXED} and of what the visitor does. */
export const MIXED_REQUESTS = 14;

/** A page with nine documents; what the visitor does afterwards requests five more. */
const MIXED = `<!doctype html><link rel="icon" href="data:,"><iframe src="/frame/1"></iframe><iframe src="/frame/2"></iframe>
<link rel="prefetch" href="/prefetch/1"><link rel="prefetch" href="/prefetch/2">
<script>new Worker('/worker/1.js'); new Worker('/worker/2.js', { type: 'module' }); open('/popup/1'); open('/popup/2')</script>
<a download href="/download/1">1</a><a download href="/download/2">2</a>
<form method="post" action="/form"><button>go</button></form>`;

const ICON = '<!doctype html><link rel="icon" href="/icon.png">page';

/**
 * @returns {Promise<{ requests: number, shortestMs: number, fivePagesMs: number }>} The gaps between requests of all
 * kinds, and the time for five pages of a site with an icon, from the first call to the last page.
 */
export async function measureDelay({ newContext }) {
  const mixed = await withSite(newContext, MIXED, visitAll);
  const times = mixed.map(({ at }) => at);
  const shortestMs = Math.min(...times.slice(1).map((at, before) => at - times[before]));
  let began;
  const pages = await withSite(newContext, ICON, async (page, own) => {
    began = performance.now();
    for (let at = 1; at <= 5; at++) await page.goto(`${own}/${at}`);
  });
  const fivePagesMs = pages.at(-1).at - began;
  return {
    ...{ requests: mixed.length, shortestMs: Math.round(shortestMs), fivePagesMs: Math.round(fivePagesMs) },
  };
}

async function visitAll(page, own, reach) {
  await page.goto(`${own}/`);
  await reach(9);
  // The new tabs are in front of it.
  await page.bringToFront();
  for (const at of [0, 1]) {
    // Chromium asks about a second download of a page, unless somebody clicked.
    await page.click(`a[href="/download/${at + 1}"]`);
    await reach(10 + at);
    // The first one must be over for the guard, too.
    await sleep(500);
  }
  await page.evaluate(() => document.querySelector('form').requestSubmit());
  await reach(12);
  await page.goto(`${own}/redirect/`).catch(() => {});
  await reach(MIXED_REQUESTS);
}

/** @returns The requests of documents. */
async function withSite(newContext, html, visit) {
  const sent = [];
  const server = createServer(({ url }, response) => {
    if (url === '/robots.txt') return response.end('User-agent: *\nCrawl-delay: 1\n');
    if (url === '/icon.png' || url === '/favicon.ico')
      return response.writeHead(200, { 'cache-control': 'max-age=86400' }).end();
    sent.push({ url, at: performance.now() });
    if (url === '/redirect/') return response.writeHead(302, { location: '/redirected' }).end();
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    const isPage = url === '/' || html === ICON;
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(isPage ? html : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await newContext();
  const reach = async (count) => {
    for (const until = performance.now() + LIMIT_MS; sent.length < count && performance.now() < until; )
      await sleep(20);
  };
  await visit(await context.newPage(), `http://127.0.0.1:${server.address().port}`, reach);
  await context.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return sent;
}
