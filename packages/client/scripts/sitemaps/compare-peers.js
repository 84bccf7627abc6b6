/**
 * `npm run sitemaps:peers [FOLDER]`: reads the sitemaps in crawler-commons' tests as `readSitemap` does, and as
 * crawler-commons, ultimate-sitemap-parser and sitemapper do, and prints each file on which one of them reads other URLs.
 * Exits with 1 if `differences.json` has no reason for it, or a reason that nothing needs. The files are fetched with git,
 * or read from the git directory FOLDER. Needs Java, Python with venv, and the registries. Not for CI.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSitemap } from '@robots-exclusion/client/sitemaps';
import { installedOnDemand } from '../../../../scripts/on-demand.js';

const COMMIT = '8e14e27cad529a35ee57010fbd63a91cfcfa3fcc';
const MAVEN = 'https://repo1.maven.org/maven2';
const JARS = [
  'com/github/crawler-commons/crawler-commons/1.6/crawler-commons-1.6.jar',
  'commons-io/commons-io/2.21.0/commons-io-2.21.0.jar',
  'org/slf4j/slf4j-api/2.0.17/slf4j-api-2.0.17.jar',
];
const HERE = fileURLToPath(new URL('.', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/sitemaps-peers', import.meta.url));
/** How a peer is run: its messages are not read. */
const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
mkdirSync(CACHE, { recursive: true });

const reasons = JSON.parse(readFileSync(join(HERE, 'differences.json'), 'utf8'));
const files = await sitemapFiles(process.argv[2]);
const own = await Promise.all(files.map(ownUrls));
const peers = {
  'crawler-commons 1.6': crawlerCommons,
  'ultimate-sitemap-parser 1.8.1': ultimateSitemapParser,
  'sitemapper 4.1.6': sitemapper,
};
const needed = new Set();
for (const [name, read] of Object.entries(peers)) {
  const urls = await read();
  const different = files.flatMap((file, at) => {
    const missing = urls[at].filter((url) => !own[at].includes(url));
    const more = own[at].filter((url) => !urls[at].includes(url));
    return missing.length + more.length === 0 ? [] : [{ file: basename(file), missing, more }];
  });
  console.log(`${name}: ${files.length - different.length} of ${files.length} files alike`);
  for (const { file, missing, more } of different) {
    const key = `${name}: ${file}`;
    needed.add(key);
    const example = missing[0] ?? more[0];
    console.log(
      `  ${file}: ${missing.length} URLs of theirs are not ours, ${more.length} of ours not theirs, such as ${example}`,
    );
    console.log(`    ${reasons[key] ?? 'NO REASON'}`);
    if (reasons[key] === undefined) process.exitCode = 1;
  }
}
for (const key of Object.keys(reasons)) {
  if (needed.has(key)) continue;
  console.log(`not needed: ${key}`);
  process.exitCode = 1;
}

/** The files of the tests, in a temporary folder. */
function sitemapFiles(given) {
  const git = (folder, ...args) => execFileSync('git', ['-C', folder, ...args], { maxBuffer: 2 ** 26 });
  const folder = mkdtempSync(join(tmpdir(), 'sitemaps-peers-'));
  let repository = given;
  if (repository === undefined) {
    git(folder, 'init', '-q');
    git(folder, 'fetch', '-q', '--depth', '1', 'https://github.com/crawler-commons/crawler-commons', COMMIT);
    repository = folder;
  }
  const paths = git(
    repository,
    'ls-tree',
    '-r',
    '--name-only',
    COMMIT,
    'src/test/resources/sitemaps',
  ).toString();
  return paths
    .trim()
    .split('\n')
    .map((path) => {
      const file = join(folder, basename(path));
      writeFileSync(file, git(repository, 'show', `${COMMIT}:${path}`));
      return file;
    });
}

async function ownUrls(file) {
  const unread = { octets: readFileSync(file), contentEncoding: undefined, isCut: false };
  return [...new Set((await readSitemap(unread)).locations.map(sameForm))];
}

async function crawlerCommons() {
  for (const jar of JARS) {
    const path = join(CACHE, basename(jar));
    if (existsSync(path)) continue;
    writeFileSync(path, Buffer.from(await (await fetch(`${MAVEN}/${jar}`)).arrayBuffer()));
  }
  const path = JARS.map((jar) => join(CACHE, basename(jar))).join(':');
  return urlsOf(execFileSync('java', ['-cp', path, join(HERE, 'SiteMaps.java'), ...files], quiet));
}

function ultimateSitemapParser() {
  const python = join(CACHE, 'venv/bin/python');
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(CACHE, 'venv')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', 'ultimate-sitemap-parser==1.8.1']);
  }
  return urlsOf(execFileSync(python, [join(HERE, 'usp_urls.py'), ...files], quiet));
}

/** It reads only what it fetches. */
async function sitemapper() {
  const folder = installedOnDemand('sitemapper@4.1.6');
  const { default: Sitemapper } = await import(
    createRequire(join(folder, 'package.json')).resolve('sitemapper')
  );
  const server = createServer(({ url }, response) => {
    const file = files.find((each) => basename(each) === url.slice(1));
    if (file === undefined) response.writeHead(404).end();
    else response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const results = [];
  // An index without locations it reads without end, and nothing else meanwhile: that one comes last.
  const order = files.map((_, at) => at).sort((a, b) => own[b].length - own[a].length);
  for (const at of order) {
    const file = files[at];
    const url = `http://127.0.0.1:${server.address().port}/${basename(file)}`;
    const read = new Sitemapper({ url, timeout: 5000, retries: 0 }).fetch();
    const { sites = [] } = await Promise.race([read, pause(20_000, {})]);
    results[at] = [...new Set(sites.map(sameForm))];
  }
  server.close();
  server.closeAllConnections();
  return results;
}

function urlsOf(lines) {
  const read = lines.split('\n').map((line) => [...new Set(line.split(' ').filter(Boolean).map(sameForm))]);
  return files.map((_, at) => read[at] ?? []);
}

function sameForm(url) {
  return URL.canParse(url) ? new URL(url).href : url;
}
