/**
 * Keeps the page usable without a network. The files of one version are one cache, filled when the version is
 * installed and deleted when the next one takes over, once no page of the old one is open: a page never meets files of
 * another version. Requests to the service are never touched.
 */
const CACHE = 'robots-workbench-__VERSION__';
const FILES = JSON.parse('__FILES__');
const OWN = new Set(FILES.map((file) => new URL(file, self.registration.scope).href));

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith('robots-workbench-') && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  url.hash = '';
  url.search = '';
  if (event.request.method !== 'GET' || !OWN.has(url.href)) return;
  event.respondWith(
    url.pathname.includes('/assets/') ? cached(event.request, url.href) : fresh(event.request, url.href),
  );
});

/** Files named by their content never change. */
async function cached(request, key) {
  return (await caches.match(key)) ?? fetch(request);
}

/** The page itself: from the network if possible. */
async function fresh(request, key) {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
  } catch {
    // No network, or the service is down.
  }
  return (await caches.match(key)) ?? Response.error();
}
