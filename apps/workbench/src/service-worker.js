/**
 * Keeps the page usable without a network. Each version has its own cache, which is filled when the version is
 * installed. The next version takes over when no page of the old version is open, and then deletes the old cache.
 * Therefore, a page never gets files of another version. Requests to the service are not intercepted.
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

/** Responds from the cache if possible, because files named by a hash of their content never change. */
async function cached(request, key) {
  return (await caches.match(key)) ?? fetch(request);
}

/** Responds with the page itself, from the network if possible. */
async function fresh(request, key) {
  try {
    const response = await fetch(request);
    if (response.ok) return response;
  } catch {
    // The network or the service is down.
  }
  return (await caches.match(key)) ?? Response.error();
}
