/**
 * Ways in which a page gets a browser to request a document. Each way tries to request a path below `/private/`, which
 * robots.txt disallows. `page` is the HTML of `/start`, for the site's own origin and another one; `act` is what the
 * visitor does on it.
 *
 * `said` is what the documentation says: `guarded` by default, a member of `open`, or `outside` for what is not a
 * document. `when` names the start of the guard: before the pages by default, after a page has been `opened`,
 * with a `profile` that has a service worker, or with a driver that is `leaving`.
 */

const link = (attributes) => `<a id="go" ${attributes}>go</a>`;
const frame = (attributes) => `<iframe ${attributes}></iframe>`;
const script = (code) => `<script>${code}</script>`;
const rules = (given) => `<script type="speculationrules">${JSON.stringify(given)}</script>`;
const prefetch = (urls, more = {}) => rules({ prefetch: [{ urls, eagerness: 'immediate', ...more }] });
const click = async ({ page }) => void (await page.click('#go'));
const clickAll = async ({ page }) =>
  void (await page.evaluate(() => {
    for (const each of document.querySelectorAll('a')) each.click();
  }));
const run =
  (code) =>
  async ({ page, other }) =>
    void (await page.evaluate(code.replaceAll('OTHER', other)));
const downloads = (count) =>
  Array.from({ length: count }, (_, at) => `<a download href="/private/${at}">d</a>`).join('');

/** A page that registers a service worker, and then does something. */
const registering = (worker, then) =>
  script(
    `navigator.serviceWorker.register('/worker-${worker}.js').then(() => navigator.serviceWorker.ready).then(() => ` +
      `new Promise((done) => { if (navigator.serviceWorker.controller) done(); else navigator.serviceWorker.oncontrollerchange = done; }))` +
      `.then(() => { ${then} }, () => { ${then} })`,
  );

const FRAME_LATER = "document.body.append(Object.assign(document.createElement('iframe'), { src: URL }))";
const addFrame = (url) => FRAME_LATER.replace('URL', `'${url}'`);
const addPrefetch = (url) =>
  `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '${url}' }))`;

const navigations = [
  { way: 'address', act: ({ go }) => go('/private/x') },
  { way: 'reload', act: ({ go, page }) => go('/private/x').then(() => page.reload().catch(() => {})) },
  { way: 'link', page: () => link('href="/private/x"'), act: click },
  {
    way: 'link, middle button',
    page: () => link('href="/private/x"'),
    act: ({ page }) => page.click('#go', { button: 'middle' }),
  },
  { way: 'link to a new tab', page: () => link('href="/private/x" target="_blank"'), act: click },
  { way: 'link to a named tab', page: () => link('href="/private/x" target="t"'), act: click },
  { way: 'window.open', page: () => script("open('/private/x')") },
  { way: 'window.open, noopener', page: () => script("open('/private/x', '', 'noopener')") },
  { way: 'window.open, moved later', page: () => script("open('about:blank').location = '/private/x'") },
  {
    way: 'form, GET',
    page: () => '<form action="/private/x"><button id="go">go</button></form>',
    act: click,
  },
  {
    way: 'form, POST',
    page: () => '<form method="post" action="/private/x"><button id="go">go</button></form>',
    act: click,
  },
  {
    way: 'form to a new tab',
    page: () => '<form target="_blank" action="/private/x"><button id="go">go</button></form>',
    act: click,
  },
  {
    way: 'form, POST, 307',
    page: () => '<form method="post" action="/307/private/x"><button id="go">go</button></form>',
    act: click,
  },
  { way: 'meta refresh', page: () => '<meta http-equiv="refresh" content="0;url=/private/x">' },
  { way: 'Refresh header', headers: { refresh: '0;url=/private/x' } },
  { way: 'location.href', page: () => script("location.href = '/private/x'") },
  { way: 'location.replace', page: () => script("location.replace('/private/x')") },
  { way: 'navigation.navigate', page: () => script("navigation.navigate('/private/x')") },
  ...['301', '302', '303', '307', '308'].map((status) => ({
    ...{ way: `redirect, ${status}`, act: ({ go }) => go(`/${status}/private/x`) },
  })),
  { way: 'redirect to another origin', act: ({ go, other }) => go(`/302?${other}/private/x`) },
  { way: 'redirect there and back', act: ({ go, own, other }) => go(`/302?${other}/302?${own}/private/x`) },
  { way: 'redirect in a frame', page: () => frame('src="/302/private/x"') },
  { way: 'redirect in a new tab', page: () => script("open('/302/private/x')") },
  { way: 'escaped path', page: () => link('href="/%70rivate/x"'), act: click },
  { way: 'dot segments', page: () => link('href="/a/%2e%2e/private/x"'), act: click },
  { way: 'backslashes', page: () => link('href="\\private\\x"'), act: click },
  {
    way: 'host as a number',
    page: (own) => link(`href="${own.replace('127.0.0.1', '2130706433')}/private/x"`),
    act: click,
  },
];

const frames = [
  { way: 'iframe', page: () => frame('src="/private/x"') },
  { way: 'iframe, lazy', page: () => frame('loading="lazy" src="/private/x"') },
  { way: 'iframe, sandbox', page: () => frame('sandbox src="/private/x"') },
  { way: 'iframe, credentialless', page: () => frame('credentialless src="/private/x"') },
  { way: 'iframe in srcdoc', page: () => frame(`srcdoc="<iframe src='/private/x'></iframe>"`) },
  { way: 'iframe of another origin', page: (_, other) => frame(`src="${other}/private/x"`) },
  { way: 'iframe in a frame of another origin', page: (_, other) => frame(`src="${other}/framing"`) },
  { way: 'eight iframes', page: () => frame('src="/private/x"').repeat(8) },
  { way: 'object', page: () => '<object type="text/html" data="/private/x"></object>' },
  { way: 'embed', page: () => '<embed type="text/html" src="/private/x">' },
];

const prefetches = [
  { way: 'link rel=prefetch', page: () => '<link rel="prefetch" href="/private/x">' },
  {
    way: 'link rel=prefetch as=document',
    page: () => '<link rel="prefetch" as="document" href="/private/x">',
  },
  { way: 'link rel=prefetch by a script', page: () => script(addPrefetch('/private/x')) },
  {
    way: 'link rel=prefetch, another origin',
    page: (_, other) => `<link rel="prefetch" href="${other}/private/x">`,
  },
  { way: 'link rel=prefetch, redirect', page: () => '<link rel="prefetch" href="/302/private/x">' },
  { way: 'Link header, prefetch', headers: { link: '</private/x>; rel=prefetch' } },
  {
    way: 'link rel=prefetch in a frame',
    page: () => frame(`srcdoc="<link rel='prefetch' href='/private/x'>"`),
  },
];

const speculation = [
  { way: 'speculation rules, prefetch', page: () => prefetch(['/private/x']) },
  { way: 'speculation rules, another origin', page: (_, other) => prefetch([`${other}/private/x`]) },
  { way: 'speculation rules, redirect', page: () => prefetch(['/302/private/x']) },
  {
    way: 'speculation rules, No-Vary-Search',
    page: () => prefetch(['/private/x?a'], { expects_no_vary_search: 'params' }),
  },
  { way: 'speculation rules, header', headers: { 'speculation-rules': '"/rules.json"' } },
  {
    way: 'speculation rules, document rules',
    page: () =>
      rules({ prefetch: [{ where: { href_matches: '/private/*' }, eagerness: 'immediate' }] }) +
      link('href="/private/x"'),
  },
  {
    way: 'speculation rules, hover',
    page: () =>
      rules({ prefetch: [{ where: { href_matches: '/private/*' }, eagerness: 'moderate' }] }) +
      link('href="/private/x"'),
    act: ({ page }) => page.hover('#go'),
  },
  {
    way: 'speculation rules by a script',
    page: () =>
      script(
        `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',` +
          ` text: '{"prefetch":[{"urls":["/private/x"],"eagerness":"immediate"}]}' }))`,
      ),
  },
  {
    way: 'speculation rules, prerender',
    page: () => rules({ prerender: [{ urls: ['/private/x'], eagerness: 'immediate' }] }),
  },
  {
    way: 'speculation rules, prerender, redirect',
    page: () => rules({ prerender: [{ urls: ['/302/private/x'], eagerness: 'immediate' }] }),
  },
];

const downloading = [
  { way: 'a[download]', page: () => downloads(1), act: clickAll },
  { way: 'a[download], redirect', page: () => '<a download href="/302/private/x">d</a>', act: clickAll },
  {
    way: 'a[download], not in the page',
    page: () =>
      script("Object.assign(document.createElement('a'), { download: '', href: '/private/x' }).click()"),
    isAlone: true,
  },
  {
    way: 'a[download], another origin',
    page: (_, other) => `<a download href="${other}/private/x">d</a>`,
    act: clickAll,
  },
  { way: 'a[download], three at once', page: () => downloads(3), act: clickAll, isAlone: true },
  {
    way: 'a[download], while an allowed one is long',
    page: () => '<a download href="/open/long">d</a>',
    act: async ({ page, newPage, own }) => {
      await clickAll({ page });
      const second = await newPage();
      await second.goto(`${own}/start?second`);
      await second.evaluate(() => {
        Object.assign(document.querySelector('a'), { href: '/private/x' }).click();
      });
    },
    isAlone: true,
  },
  {
    way: 'a[download], ten at once',
    page: () => downloads(10),
    act: clickAll,
    isAlone: true,
    said: 'downloads-at-once',
  },
  {
    way: 'a[download], while an allowed one waits',
    page: () => '<a download href="/open/a">d</a>',
    act: async ({ page, newPage, own }) => {
      await clickAll({ page });
      const second = await newPage();
      await second.goto(`${own}/start?second`);
      await second.evaluate(() => {
        Object.assign(document.querySelector('a'), { href: '/private/x' }).click();
      });
    },
    isAlone: true,
  },
  { way: 'Content-Disposition', act: ({ go }) => go('/private/attachment') },
  { way: 'Content-Disposition in a frame', page: () => frame('src="/private/attachment"') },
];

const serviceWorkers = [
  { way: 'service worker, page', page: () => registering('plain', "location.href = '/private/x'") },
  { way: 'service worker, frame', page: () => registering('plain', addFrame('/private/x')) },
  { way: 'service worker, new tab', page: () => registering('plain', "open('/private/x')") },
  { way: 'service worker, redirect', page: () => registering('plain', addFrame('/302/private/x')) },
  { way: 'service worker, worker', page: () => registering('plain', "new Worker('/private/x.js')") },
  { way: 'service worker, the URL alone', page: () => registering('url', addFrame('/private/x')) },
  { way: 'service worker, another URL', page: () => registering('other', addFrame('/framed')) },
  { way: 'service worker, preload', page: () => registering('preload', addFrame('/private/x')) },
  {
    way: 'service worker, preload, redirect',
    page: () => registering('preload', addFrame('/302/private/x')),
  },
  {
    way: 'service worker, its script',
    page: () => script("navigator.serviceWorker.register('/private/x.js')"),
  },
  { way: 'service worker of a frame', page: (_, other) => frame(`src="${other}/registering"`) },
];

const workers = [
  { way: 'Worker', page: () => script("new Worker('/private/x.js')") },
  { way: 'Worker, module', page: () => script("new Worker('/private/x.js', { type: 'module' })") },
  { way: 'Worker, redirect', page: () => script("new Worker('/302/private/x.js')") },
  { way: 'Worker in a Worker', page: () => script("new Worker('/worker-nesting.js')") },
  { way: 'SharedWorker', page: () => script("new SharedWorker('/private/x.js')") },
];

const opened = [
  { way: 'open before: address', act: ({ go }) => go('/private/x') },
  { way: 'open before: link', page: () => link('href="/private/x"'), act: click },
  { way: 'open before: frame', act: run(addFrame('/private/x')) },
  { way: 'open before: new tab', act: run("open('/private/x'), 0") },
  { way: 'open before: worker', act: run("new Worker('/private/x.js'), 0") },
  { way: 'open before: a[download]', page: () => downloads(1), act: clickAll },
  {
    way: 'open before: link rel=prefetch',
    act: run(addPrefetch('/private/x')),
    said: 'prefetches-of-open-pages',
  },
  {
    way: 'open before: speculation rules',
    act: run(
      `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',` +
        ` text: '{"prefetch":[{"urls":["/private/x"],"eagerness":"immediate"}]}' }))`,
    ),
  },
  {
    way: 'open before: service worker, frame',
    page: () => registering('plain', "document.title = 'ready'"),
    isReady: true,
    act: run(addFrame('/private/x')),
  },
].map((each) => ({ ...each, when: 'opened' }));

const profile = [
  { way: 'profile: service worker, address', act: ({ go }) => go('/private/x') },
  { way: 'profile: service worker, new tab', act: run("open('/private/x'), 0") },
].map((each) => ({ ...each, when: 'profile' }));

/** The driver leaves a browser that it did not start, while a document waits for a robots.txt that does not come. */
const leaving = [
  { way: 'the driver leaves while a document waits' },
  { way: 'a signal ends the program while a document waits', signal: 'SIGTERM' },
].map((each) => ({
  ...{ when: 'leaving', robots: 'hang', page: () => link('href="/private/x"'), act: click },
  ...each,
}));

const outside = [
  { way: 'fetch', page: () => script("fetch('/private/x')") },
  {
    way: 'XMLHttpRequest',
    page: () => script("const x = new XMLHttpRequest(); x.open('GET', '/private/x'); x.send()"),
  },
  { way: 'EventSource', page: () => script("new EventSource('/private/x')") },
  { way: 'sendBeacon', page: () => script("navigator.sendBeacon('/private/x')") },
  { way: 'image', page: () => '<img src="/private/x.png">' },
  { way: 'script', page: () => '<script src="/private/x.js"></script>' },
  { way: 'import()', page: () => script("import('/private/x.js')") },
].map((each) => ({ ...each, said: 'outside' }));

const GROUPS = {
  'addresses, links, forms, redirects': navigations,
  frames,
  'link rel=prefetch': prefetches,
  'speculation rules': speculation,
  downloads: downloading,
  'service workers': serviceWorkers,
  workers,
  'pages that were open before the guard': opened,
  'service workers of a profile': profile,
  'the driver leaves': leaving,
  'not documents': outside,
};

export const WAYS = Object.entries(GROUPS).flatMap(([group, ways]) =>
  ways.map((each) => ({
    group,
    said: 'guarded',
    when: 'first',
    page: () => '',
    act: async () => {},
    ...each,
  })),
);
