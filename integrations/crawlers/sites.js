/** Loopback sites for crawlers, each with a different behavior. They record the requests of each crawler. */
import { createServer } from 'node:http';

/** The time after which the site `recovers` serves its robots.txt. */
const RECOVERS_AFTER_MS = 3000;

const POPUPS = `<!doctype html><title>popups</title>
<iframe src="/private/frame"></iframe><iframe src="/to/private/frame-hop"></iframe>
<a id="blank" target="_blank" rel="opener" href="/private/blank">blank</a>
<a download href="/private/download">1</a><a download href="/private/download-2">2</a><a download href="/private/download-3">3</a>
<link rel="prefetch" href="/private/prefetch">
<script type="speculationrules">{ "prefetch": [{ "urls": ["/private/speculation"], "eagerness": "immediate" }] }</script>
<script>
  window.open('/private/popup'); window.open('/to/private/popup-hop'); window.open('/open/popup');
  document.getElementById('blank').click();
  for (const each of document.querySelectorAll('a[download]')) each.click();
  new Worker('/private/worker.js');
  if (navigator.serviceWorker) {
    navigator.serviceWorker.register('/private/service-worker.js').catch(() => {});
    navigator.serviceWorker.oncontrollerchange = () => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: '/private/behind-a-worker' }));
    };
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  }
</script>`;

const SERVICE_WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;

const PRIVATE = 'User-agent: *\nDisallow: /private\n';

/**
 * The sites. `robots` is the response for robots.txt, and `seeds` are the paths given to the crawler. The crawler must
 * not request paths that begin with an entry of `forbidden`.
 */
export const SITES = {
  open: { robots: { body: 'User-agent: *\nDisallow:\n' }, seeds: ['/', '/a', '/b', '/c'] },
  /** The robots.txt of the site `moved`. */
  elsewhere: { robots: { body: PRIVATE }, seeds: [], forbidden: ['/private'] },
  many: {
    robots: { body: PRIVATE },
    seeds: ['/', ...Array.from({ length: 8 }, (_, at) => `/private/${at}`)],
    forbidden: ['/private'],
  },
  rule: { robots: { body: PRIVATE }, seeds: ['/', '/a', '/private/a'], forbidden: ['/private'] },
  redirect: {
    robots: { body: PRIVATE },
    seeds: ['/to/a', '/to/private/a', '/to/to/private/b', '/away', '/slow'],
    pages: ['/to/a', '/a', '/to/private/a', '/to/to/private/b', '/to/private/b', '/away', '/slow'],
    forbidden: ['/private'],
  },
  popup: {
    robots: { body: PRIVATE },
    seeds: ['/popups'],
    forbidden: ['/private'],
    browserPages: ['/open/popup', '/to/private/popup-hop', '/to/private/frame-hop'],
  },
  'robots.txt 404': { robots: { status: 404 }, seeds: ['/a', '/b'] },
  'robots.txt 403': { robots: { status: 403 }, seeds: ['/a', '/b'] },
  'robots.txt 500': { robots: { status: 500 }, seeds: ['/a', '/b'], forbidden: ['/'] },
  'robots.txt reset': { robots: 'reset', seeds: ['/a', '/b'], forbidden: ['/'] },
  'robots.txt hangs': { robots: 'hang', seeds: ['/a', '/b'], forbidden: ['/'] },
  recovers: {
    robots: { status: 503, headers: { 'retry-after': '1' } },
    later: { body: PRIVATE },
    seeds: ['/a', '/private/a'],
    forbidden: ['/private'],
  },
  'Crawl-delay': {
    robots: { body: 'User-agent: *\nCrawl-delay: 1\nDisallow: /private\n' },
    seeds: ['/a', '/b', '/to/c', '/private/a'],
    pages: ['/a', '/b', '/to/c', '/c', '/d'],
    forbidden: ['/private'],
  },
  escaped: {
    robots: { body: 'User-agent: *\nDisallow: /%70rivate\nDisallow: /caf\u00e9/\n' },
    seeds: ['/a%20b', '/private/a', '/caf%c3%a9/a'],
    forbidden: ['/private', '/caf'],
  },
  moved: {
    robots: { status: 301, headers: { location: '{elsewhere}/robots.txt' } },
    seeds: ['/a', '/private/a'],
    forbidden: ['/private'],
  },
};

/**
 * Starts servers for all sites. Omits the seeds of the site `without`. Each site has its own address, because crawlers
 * keep delays per host.
 */
export async function openSites(without) {
  const seen = [];
  const origins = {};
  const servers = [];
  for (const [index, name] of Object.keys(SITES).entries()) {
    const site = { name, ...SITES[name], asked: 0 };
    const server = createServer((request, response) => {
      seen.push({ site: name, path: request.url, at: performance.now() });
      if (request.url === '/robots.txt') return answerRobots(site, origins, request, response);
      return answerPage(request.url, origins, response);
    });
    const host = `127.0.0.${index + 10}`;
    await new Promise((resolve) => server.listen(0, host, resolve));
    origins[name] = `http://${host}:${server.address().port}`;
    servers.push(server);
  }
  const close = async () => {
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  const crawled = Object.entries(SITES).filter(([name]) => name !== without);
  const seeds = crawled.flatMap(([name, site]) => site.seeds.map((path) => origins[name] + path));
  return { seen, origins, seeds, close };
}

function answerRobots(site, origins, request, response) {
  site.firstAt ??= performance.now();
  if (site.robots === 'hang') return undefined;
  if (site.robots === 'reset') return request.socket.destroy();
  const isLater = site.later && performance.now() - site.firstAt > RECOVERS_AFTER_MS;
  const { status = 200, headers = {}, body = '' } = isLater ? site.later : site.robots;
  response.writeHead(status, { 'content-type': 'text/plain', ...placed(headers, origins) });
  return response.end(body);
}

function placed(headers, origins) {
  const place = (value) => value.replace(/\{(\w+)\}/, (_, name) => origins[name]);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, place(value)]));
}

function answerPage(path, origins, response) {
  const elsewhere = { '/away': `${origins.rule}/private/away`, '/slow': `${origins['Crawl-delay']}/d` };
  const target = elsewhere[path] ?? /^\/to(\/.*)/.exec(path)?.[1];
  if (target !== undefined) {
    response.writeHead(302, { location: target });
    return response.end();
  }
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
  response.writeHead(200, { 'content-type': type });
  if (path === '/service-worker.js') return response.end(SERVICE_WORKER);
  return response.end(path === '/popups' ? POPUPS : `<!doctype html><title>${path}</title><p>A page.</p>`);
}

export function reportOf({ seen }, isBrowser) {
  const report = {
    forbidden: [],
    missed: [],
    again: [],
    robots: {},
    shortestGapMs: Number.POSITIVE_INFINITY,
  };
  report.pages = 0;
  for (const [name, site] of Object.entries(SITES)) {
    const paths = seen.filter((request) => request.site === name).map(({ path }) => path);
    const pages = paths.filter((path) => path !== '/robots.txt' && path !== '/favicon.ico');
    const isForbidden = (path) => (site.forbidden ?? []).some((start) => path.startsWith(start));
    const wanted = [...(site.pages ?? site.seeds), ...((isBrowser && site.browserPages) || [])];
    const allowed = wanted.filter((path) => !isForbidden(path));
    report.robots[name] = paths.length - paths.filter((path) => path !== '/robots.txt').length;
    report.pages += allowed.length;
    const of = (list) => list.map((path) => `${name}: ${path}`);
    report.forbidden.push(...of(pages.filter(isForbidden)));
    report.missed.push(...of(allowed.filter((path) => !pages.includes(path))));
    const isAgain = (path, at) => !isForbidden(path) && pages.indexOf(path) !== at;
    report.again.push(...of(pages.filter(isAgain)));
  }
  // Nothing asks about icons.
  const slow = seen.filter(({ site, path }) => site === 'Crawl-delay' && path !== '/favicon.ico');
  for (const [at, later] of slow.slice(1).entries()) {
    const gapMs = later.at - slow[at].at;
    if (gapMs < report.shortestGapMs) report.shortestGap = `${slow[at].path} to ${later.path}`;
    report.shortestGapMs = Math.min(report.shortestGapMs, gapMs);
  }
  // Two sites are not counted: a crawler must fetch the robots.txt of `recovers` again, and the robots.txt of `moved`
  // redirects to that of `elsewhere`.
  const { recovers: _, elsewhere: __, ...once } = report.robots;
  report.mostRobots = Math.max(...Object.values(once));
  return report;
}
