/**
 * Asks GNU wget by letting it retrieve sites recursively over loopback. Each question becomes a separate site behind a
 * proxy, whose first page links to the URL of the question. If wget requests the URL, the answer is "allowed". A link
 * is skipped if wget does not follow it even without a robots.txt, or requests it in another form.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Limit on the sites per run of wget. */
const BATCH = 200;
/** The time without another question, in milliseconds, after which an incomplete batch starts. */
const FULL_AFTER_MS = 100;

/** The name of the page with the link. No question uses this name. */
const START = 'first-page-of-this-site';

const OPTIONS = [
  ...['--no-config', '-q', '-r', '-l1', '-nd', '--delete-after', '--no-iri', '--no-cookies', '--no-hsts'],
  ...['-t1', '-T30', '-i', '-'],
];

const folder = mkdtempSync(join(tmpdir(), 'robots-wget-'));
/**
 * The sites of the batch by host. Each has its robots.txt, the link on its first page, and the path that wget last
 * requested.
 */
const sites = new Map();
/** The form in which wget requests each link, cached because many questions have the same path. */
const requestedAs = new Map();
const proxy = createServer(answer);
await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));

let waiting = [];
let working = Promise.resolve();
let timer;
for await (const line of createInterface({ input: process.stdin })) {
  waiting.push(JSON.parse(line));
  clearTimeout(timer);
  if (waiting.length >= BATCH) flush();
  else timer = setTimeout(flush, FULL_AFTER_MS);
}
flush();
await working;
proxy.close();
rmSync(folder, { recursive: true });

function flush() {
  clearTimeout(timer);
  const questions = waiting;
  waiting = [];
  working = working.then(() => answerAll(questions));
}

async function answerAll(questions) {
  const asked = questions.map(({ url }) => /^(?:https?:\/\/example\.com)?(\/.*)$/s.exec(url)?.[1]);
  const unknown = [...new Set(asked)].filter((path) => path !== undefined && !requestedAs.has(path));
  const plain = await visit(unknown.map((path) => ({ path, robots: '' })));
  for (const [index, path] of unknown.entries()) requestedAs.set(path, plain[index]);
  const isKept = asked.map((path) => path !== undefined && requestedAs.get(path) === withoutFragment(path));
  const visited = questions.flatMap(({ robotsBase64 }, index) =>
    isKept[index] ? [{ path: asked[index], robots: Buffer.from(robotsBase64, 'base64') }] : [],
  );
  const found = await visit(visited);
  for (const [index, { id }] of questions.entries()) {
    const reply = isKept[index]
      ? { allow: found.shift() !== undefined }
      : { error: { code: 'not-asked', message: 'wget requests the link in another form' } };
    process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
  }
}

function withoutFragment(path) {
  return path.split('#', 1)[0];
}

/** Lets wget visit sites. Returns what it requested from each site, apart from the first page and robots.txt. */
async function visit(wanted) {
  if (wanted.length === 0) return [];
  sites.clear();
  const hosts = wanted.map((site, index) => {
    const host = `q${index}.test`;
    sites.set(host, { ...site, requested: undefined });
    return host;
  });
  const env = { ...process.env, http_proxy: `http://127.0.0.1:${proxy.address().port}/`, no_proxy: '' };
  const child = spawn('wget', OPTIONS, { cwd: folder, env, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(hosts.map((host) => `http://${host}/${START}\n`).join(''));
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return hosts.map((host) => sites.get(host).requested);
}

function answer(request, response) {
  const [, host, path] = /^http:\/\/([^/]+)(.*)$/s.exec(request.url) ?? [];
  const site = sites.get(host);
  if (site === undefined) return response.writeHead(404).end();
  if (path === '/robots.txt' && !site.hasRobots) {
    site.hasRobots = true;
    return response.writeHead(200, { 'content-type': 'text/plain' }).end(site.robots);
  }
  if (path === `/${START}`) {
    const href = attribute(`http://${host}${site.path}`);
    return response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="${href}">x</a>`);
  }
  site.requested = path;
  return response.writeHead(200, { 'content-type': 'text/plain' }).end('x');
}

function attribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
