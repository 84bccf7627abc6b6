/**
 * The rows of a record: how /robots.txt answers. `robots` is the answer, or several in the order of requests with `after`,
 * the seconds since the first request. With `port`, the site is on that port, and the file of the usual port has no rules.
 * Names that the client's outcome table has are its names. `seconds` is the limit of one run.
 */
import { gzipSync } from 'node:zlib';

export const RULES = 'User-agent: *\nDisallow: /private\n';
const PAGE = '<!doctype html><html><title>Hello</title><body><p>A page.</p></body></html>\n';
const TEXT = { 'content-type': 'text/plain' };
const HTML = { 'content-type': 'text/html' };

const rules = { headers: TEXT, body: RULES };
const failing = (status, body = 'no\n', headers = TEXT) => ({ status, headers, body });
const redirect = (location, status = 301) => ({ status, headers: { location, 'content-type': 'text/html' } });
/** Comments of 60 octets before the rules. */
const behind = (octets) => ({ headers: TEXT, body: `# ${'x'.repeat(57)}\n`.repeat(octets / 60) + RULES });

/** The crawl's first pages, unless a row names others. */
export const STARTS = ['/'];
const DELAY_SECONDS = 2;

/** Product tokens that the row `token` offers beside the program's own. */
export const COMMON_TOKENS = [
  'mozilla',
  'googlebot',
  'python',
  'node',
  'compatible',
  'bot',
  'go-http-client',
];
const tokenFile = (tokens) =>
  [...tokens, '*'].map((each) => `User-agent: ${each}\nDisallow: ${tokenPath(each)}\n`).join('\n');
export function tokenPath(token) {
  return `/token/${token === '*' ? 'star' : token}`;
}

export const ROWS = {
  '2xx': { robots: rules },
  404: { robots: failing(404) },
  403: { robots: failing(403) },
  401: { robots: failing(401, 'no\n', { ...TEXT, 'www-authenticate': 'Basic realm="a"' }) },
  429: { robots: failing(429, 'no\n', { ...TEXT, 'retry-after': '5' }) },
  500: { robots: failing(500) },
  503: { robots: failing(503) },
  '503-then-2xx': { robots: [failing(503, 'no\n', { ...TEXT, 'retry-after': '3' }), { after: 3, ...rules }] },
  reset: { robots: { cut: 'at-once' }, seconds: 200 },
  'timeout-headers': { robots: { cut: 'never' }, seconds: 200 },
  'broken-body': { robots: { ...rules, cut: 'half' }, seconds: 200 },
  'redirect-same-host': { robots: redirect('/moved/robots.txt') },
  'redirect-other-host': { robots: redirect('{other}/robots.txt') },
  'redirects-6': { robots: redirect('/hop/6') },
  'redirect-loop': { robots: redirect('/loop') },
  'redirect-to-page': { robots: redirect('/login', 302) },
  '2xx-html': { robots: { headers: HTML, body: PAGE } },
  '2xx-empty': { robots: { headers: TEXT, body: '' } },
  204: { robots: { status: 204, headers: {} } },
  'text-html-rules': { robots: { headers: HTML, body: RULES } },
  'octet-stream-rules': { robots: { headers: { 'content-type': 'application/octet-stream' }, body: RULES } },
  'gzip-if-asked': { robots: { ...rules, gzip: 'if-asked' } },
  'gzip-always': { robots: { ...rules, gzip: 'always' } },
  'behind-5-kB': { robots: behind(5040) },
  'behind-100-kB': { robots: behind(102_000) },
  'behind-600-KiB': { robots: behind(614_400) },
  bom: { robots: { headers: TEXT, body: `\uFEFF${RULES}` } },
  'utf-16': { robots: { headers: TEXT, body: Buffer.from(`\uFEFF${RULES}`, 'utf16le') } },
  cr: { robots: { headers: TEXT, body: RULES.replaceAll('\n', '\r') } },
  'interim-103': { robots: { ...rules, interim: true } },
  port: { robots: rules, port: 8080 },
  '404-with-rules': { robots: failing(404, RULES) },
  '403-with-rules': { robots: failing(403, RULES) },
  '503-with-rules': { robots: failing(503, RULES) },
  'many-starts': { robots: rules, starts: Array.from({ length: 8 }, (_, at) => `/private/${at}`) },
  'crawl-delay': {
    robots: { headers: TEXT, body: `User-agent: *\nCrawl-delay: ${DELAY_SECONDS}\nDisallow: /private\n` },
    delaySeconds: DELAY_SECONDS,
  },
  token: { robots: (tokens) => ({ headers: TEXT, body: tokenFile(tokens) }), isToken: true },
};

export function compressed(body) {
  return gzipSync(body);
}
