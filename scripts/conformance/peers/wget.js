/**
 * Asks GNU wget or Wget2 by letting it retrieve sites recursively over loopback. Each question becomes a separate site
 * behind a proxy, whose first page links to the URL of the question. If the program requests the URL, the answer is
 * "allowed". A link is skipped if the program does not follow it without rules. Links that wget requests in another form
 * are skipped too; Wget2 compares each URL before it writes it anew.
 *
 * Arguments: `wget` or `wget2`, then the command that runs the program, by default of the same name.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const [PROGRAM, COMMAND = PROGRAM, ...ARGS] = process.argv.slice(2);

const OPTIONS = [
  ...['--no-config', '-q', '-r', '-l1', '-nd', '--delete-after', '--no-cookies', '--no-hsts', '-t1', '-T30'],
  ...['-i', 'urls', PROGRAM === 'wget' ? '--no-iri' : '--max-threads=1'],
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
  const plain = await visit(unknown.map((path) => ({ path, robots: '#' })));
  for (const [index, path] of unknown.entries()) requestedAs.set(path, plain[index]);
  const isKept = asked.map((path) => path !== undefined && isFollowed(path));
  const visited = questions.flatMap(({ robotsBase64 }, index) =>
    isKept[index] ? [{ path: asked[index], robots: Buffer.from(robotsBase64, 'base64') }] : [],
  );
  const found = await visit(visited);
  for (const [index, { id }] of questions.entries()) {
    const reply = isKept[index]
      ? { allow: found.shift() !== undefined }
      : {
          error: {
            code: 'not-asked',
            message: 'the program requests the link in another form, or not at all',
          },
        };
    process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
  }
}

function isFollowed(path) {
  const requested = requestedAs.get(path);
  if (PROGRAM === 'wget2' && /".*'|'.*"|&#/s.test(path)) return false;
  return PROGRAM === 'wget' ? requested === path.split('#', 1)[0] : requested !== undefined;
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
  writeFileSync(join(folder, 'urls'), hosts.map((host) => `http://${host}/${START}\n`).join(''));
  const child = spawn(COMMAND, [...ARGS, ...OPTIONS], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return hosts.map((host) => sites.get(host).requested);
}

function answer(request, response) {
  const [, host, path] = /^http:\/\/([^/:]+)(?::80)?(.*)$/s.exec(request.url) ?? [];
  const site = sites.get(host);
  if (site === undefined) return response.writeHead(404).end();
  if (path === '/robots.txt' && !site.hasRobots) {
    site.hasRobots = true;
    return response.writeHead(200, { 'content-type': 'text/plain' }).end(site.robots);
  }
  if (path === `/${START}`) {
    const href = attribute(`http://${host}${site.path}`);
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<a href=${href}>x</a>`);
  }
  site.requested = path;
  return response.writeHead(200, { 'content-type': 'text/plain' }).end('x');
}

/**
 * The text as an attribute's value. Wget2 decodes no references but of numbers, so a text with both quotation marks or
 * with `&#` has no form.
 */
function attribute(text) {
  if (PROGRAM === 'wget') {
    return `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
  }
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
