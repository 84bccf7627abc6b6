/** The site of one way: two origins on loopback, and what was requested of them below `/private/`. */
import { createServer } from 'node:http';

const NO_STORE = { 'cache-control': 'no-store' };

/** Scripts of workers, by name. */
const WORKERS = {
  plain: fetching('event.respondWith(fetch(event.request))'),
  url: fetching('event.respondWith(fetch(event.request.url))'),
  other: fetching("event.respondWith(fetch('/private/x'))"),
  preload: fetching(
    'event.respondWith(event.preloadResponse.then((found) => found ?? fetch(event.request)))',
    true,
  ),
  nesting: "new Worker('/private/x.js')",
};

/** A service worker that controls its pages at once. */
function fetching(respond, preloads = false) {
  const begin = preloads
    ? 'Promise.all([registration.navigationPreload.enable(), clients.claim()])'
    : 'clients.claim()';
  return (
    `addEventListener('install', () => skipWaiting()); addEventListener('activate', (event) => event.waitUntil(${begin}));` +
    `addEventListener('fetch', (event) => { if (event.request.mode === 'navigate' || event.request.destination === 'worker') ${respond}; });`
  );
}

export async function openSite({ page, headers = {}, robots }) {
  const sent = [];
  const servers = [0, 1].map(() => createServer((request, response) => answer(request, response)));
  const [own, other] = await Promise.all(servers.map(listen));

  function answer(request, response) {
    const { pathname, search } = new URL(request.url, own);
    if (/^\/(?:private|%70rivate)\//i.test(pathname)) sent.push({ path: pathname, at: performance.now() });
    if (pathname === '/robots.txt' && robots === 'hang') return;
    if (pathname === '/open/long') return response.writeHead(200, { 'content-length': 9 }).write('a');
    const [status, type, body, more = {}] = contentOf(pathname, search);
    response.writeHead(status, { 'content-type': type, ...NO_STORE, ...more }).end(body);
  }

  function contentOf(pathname, search) {
    if (pathname === '/robots.txt') return [200, 'text/plain', 'User-agent: *\nDisallow: /private/\n'];
    if (pathname === '/favicon.ico') return [404, 'text/plain', ''];
    if (pathname === '/start') return [200, 'text/html', html(page(own, other)), headers];
    if (pathname === '/framing') return [200, 'text/html', '<iframe src="/private/x"></iframe>'];
    if (pathname === '/rules.json') {
      const rules = { prefetch: [{ urls: ['/private/x'], eagerness: 'immediate' }] };
      return [200, 'application/speculationrules+json', JSON.stringify(rules)];
    }
    const redirect = /^\/(30\d)(\/.*)?$/.exec(pathname);
    if (redirect) return [Number(redirect[1]), 'text/html', '', { location: redirect[2] ?? search.slice(1) }];
    const worker = /^\/worker-(\w+)\.js$/.exec(pathname);
    if (worker) return [200, 'text/javascript', WORKERS[worker[1]]];
    if (pathname.endsWith('.js')) return [200, 'text/javascript', ''];
    if (pathname.endsWith('/attachment')) {
      return [
        200,
        'application/octet-stream',
        'data',
        { 'content-disposition': 'attachment; filename=data' },
      ];
    }
    if (pathname === '/registering') return [200, 'text/html', html(REGISTERING)];
    return [200, 'text/html', html(pathname)];
  }

  return {
    ...{ own, other, sent },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

const REGISTERING =
  "<script>navigator.serviceWorker.register('/worker-plain.js').then(() => navigator.serviceWorker.ready)" +
  ".then(() => setTimeout(() => { location.href = '/private/x' }, 300), () => { location.href = '/private/x' })</script>";

function html(content) {
  return `<!doctype html><title>page</title><link rel="icon" href="data:,"><body>${content}`;
}

function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}
