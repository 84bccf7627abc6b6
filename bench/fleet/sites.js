/**
 * Simulated sites: their responses for robots.txt, with lifetimes, sizes and outages.
 *
 * Shares of outcomes: Common Crawl's captures of robots.txt of two million top sites (CC-MAIN-2025-38): rules 67.4 %,
 * empty 4.6 %, 404 and similar 15.5 %, forbidden 4.8 %, redirects 5.1 %, 5xx and 429 2.7 %. Sizes: log-normal with the
 * median (287 octets) and the 99th percentile (87 kB) of 26,048 real files. Lifetimes and lengths of outages are
 * assumptions, listed in docs/fleet.md.
 */
const kinds = [
  [0.674, 'rules'],
  [0.046, 'empty'],
  [0.155, 'missing'],
  [0.048, 'forbidden'],
  [0.051, 'redirect'],
  [0.016, 'unavailable'],
  [0.011, 'dead'],
];
/** Shares of lifetimes that sites state, in seconds; undefined if they state none. */
const lifetimes = [
  [0.55, undefined],
  [0.1, 600],
  [0.1, 3600],
  [0.15, 86_400],
  [0.1, 0],
];
const medianOctets = 287;
const sigma = Math.log(87_000 / medianOctets) / 2.326;
const mostOctets = 87_000;

/** Milliseconds until a response, and until a request to a dead site fails. */
const answerMs = 300;
const deadMs = 10_000;

/** Length of an outage of a healthy site, and mean time between outages, in milliseconds. */
const outageMs = 600_000;
const betweenOutagesMs = 30 * 86_400_000;

export function drawSite(random, index, { lifetimeSeconds, latencyMs = answerMs } = {}) {
  const kind = random.among(kinds);
  const octets = Math.min(mostOctets, Math.round(medianOctets * Math.exp(sigma * random.normal())));
  return {
    origin: `https://site-${index}.example`,
    kind,
    body: kind === 'rules' || kind === 'redirect' ? rules(octets) : '',
    maxAge: lifetimeSeconds ?? random.among(lifetimes),
    latencyMs,
    outages: [...random.arrivals(1 / betweenOutagesMs, 4 * 86_400_000)],
    requests: [],
  };
}

const opening = 'User-agent: *\nDisallow: /private/\n';

function rules(octets) {
  const line = 'Disallow: /some/longer/path/\n';
  return opening + line.repeat(Math.max(0, Math.round((octets - opening.length) / line.length)));
}

/** Whether a decision about a site is wrong. Decisions without rules, as after an outage, are never wrong. */
export function isWrong(site, { allowed, outcome, url }) {
  if (outcome !== 'rules' && outcome !== 'stale-rules' && outcome !== 'no-rules') return false;
  const isDisallowed = site.body !== '' && url.endsWith('/private/x');
  return allowed === isDisallowed;
}

/** A transport that responds for all sites by `clock`. It records each request for robots.txt at its site. */
export function siteTransport(sites, clock, pause) {
  const byOrigin = new Map(sites.map((site) => [site.origin, site]));
  return {
    schemes: ['https'],
    async send({ url, headers }) {
      const site = byOrigin.get(new URL(url).origin);
      if (url.endsWith('/robots.txt')) site.requests.push(clock.now());
      await pause(site.kind === 'dead' ? deadMs : site.latencyMs);
      return answerOf(site, url, headers, clock.now());
    },
  };
}

function answerOf(site, url, headers, now) {
  if (site.kind === 'dead') throw Object.assign(new Error('nobody is there'), { code: 'ETIMEDOUT' });
  const isDown = site.outages.some((from) => now >= from && now < from + outageMs);
  if (site.kind === 'unavailable' || isDown) return { status: 503, headers: {}, body: new Uint8Array() };
  if (site.kind === 'missing') return { status: 404, headers: {}, body: new Uint8Array() };
  if (site.kind === 'forbidden') return { status: 403, headers: {}, body: new Uint8Array() };
  const isRedirected = site.kind === 'redirect' && url.endsWith('/robots.txt');
  if (isRedirected) return { status: 301, headers: { location: '/robots' }, body: new Uint8Array() };
  const answer = {
    etag: '"1"',
    ...(site.maxAge === undefined ? {} : { 'cache-control': `max-age=${site.maxAge}` }),
  };
  if (headers['if-none-match'] === '"1"') return { status: 304, headers: answer, body: new Uint8Array() };
  return { status: 200, headers: { ...answer, 'content-type': 'text/plain' }, body: Buffer.from(site.body) };
}
