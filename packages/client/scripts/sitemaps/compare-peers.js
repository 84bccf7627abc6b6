/**
 * `npm run sitemaps:peers [FOLDER]`: reads the sitemaps in the tests of crawler-commons, ultimate-sitemap-parser and
 * sitemapper as `readSitemap` does, and as these three do, and prints each file on which one of them reads other URLs.
 * Exits with 1 if `differences.json` has no reason for it, or a reason that nothing needs. The tests are fetched with
 * git, or read from the git directories `FOLDER/NAME`. Needs Java, Python with venv, and the registries. Not for CI.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readSitemap } from '@robots-exclusion/client/sitemaps';
import { installedOnDemand } from '../../../../scripts/on-demand.js';

/** Where the tests are, and how their sitemaps are put into a folder. */
const SOURCES = [
  {
    repository: 'crawler-commons/crawler-commons',
    commit: '8e14e27cad529a35ee57010fbd63a91cfcfa3fcc',
    tests: 'src/test/resources/sitemaps',
    unpack(tests, to) {
      for (const each of readdirSync(tests, { recursive: true, withFileTypes: true })) {
        if (each.isFile()) copyFileSync(join(each.parentPath, each.name), join(to, each.name));
      }
    },
  },
  {
    repository: 'GateNLP/ultimate-sitemap-parser',
    commit: '6ab7704f53ad06fc9bd9742ef9c91848b8f9d7f5',
    tests: 'tests',
    unpack: (tests, to) => execFileSync(uspPython(), [join(HERE, 'usp_test_sitemaps.py'), tests, to], quiet),
  },
  {
    repository: 'seantomburke/sitemapper',
    commit: '76eac0bf5448a2da4fbdef6dbadc55f77ae7b9a0',
    tests: 'src/tests',
    // Its tests name sites, or hand over parsed objects, but for literals in their code.
    unpack(tests, to) {
      const texts = readdirSync(tests).map((name) => readFileSync(join(tests, name), 'utf8'));
      const literals = texts.flatMap((text) => [...text.matchAll(/`(<\?xml[^`]*)`/g)]);
      for (const [at, [, text]] of literals.entries())
        writeFileSync(join(to, `sitemapper-test-${at}.xml`), text);
    },
  },
];
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

const differences = JSON.parse(readFileSync(join(HERE, 'differences.json'), 'utf8'));
const reasons = Object.fromEntries(
  differences.flatMap(({ peer, reason, files: names }) => names.map((name) => [`${peer}: ${name}`, reason])),
);
const files = await sitemapFiles(process.argv[2]);
const contents = await Promise.all(files.map(ownContent));
const own = contents.map(({ locations }) => [...new Set(locations.map(sameForm))]);
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
    const { isComplete } = contents[at];
    return missing.length + more.length === 0 ? [] : [{ file: basename(file), missing, more, isComplete }];
  });
  console.log(`${name}: ${files.length - different.length} of ${files.length} files alike`);
  for (const { file, missing, more, isComplete } of different) {
    const key = `${name}: ${file}`;
    needed.add(key);
    const example = missing[0] ?? more[0];
    console.log(
      `  ${file}: ${missing.length} URLs of theirs are not ours${isComplete ? '' : ' (said to be incomplete)'}, ${more.length} of ours not theirs, such as ${example}`,
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

/** The sitemaps of the tests, in a temporary folder. */
function sitemapFiles(given) {
  const folder = mkdtempSync(join(tmpdir(), 'sitemaps-peers-'));
  const to = join(folder, 'sitemaps');
  mkdirSync(to);
  for (const { repository, commit, tests, unpack } of SOURCES) {
    const name = basename(repository);
    const copy = join(folder, name);
    const git = (...args) => execFileSync('git', ['-C', copy, ...args], { stdio: 'pipe' });
    mkdirSync(copy);
    git('init', '-q');
    const from = given === undefined ? `https://github.com/${repository}` : resolve(given, name);
    git('fetch', '-q', '--depth', '1', from, commit);
    git('checkout', '-q', 'FETCH_HEAD', '--', tests);
    unpack(join(copy, tests), to);
  }
  return readdirSync(to).map((name) => join(to, name));
}

function ownContent(file) {
  return readSitemap({ octets: readFileSync(file), contentEncoding: undefined, isCut: false });
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
  return urlsOf(execFileSync(uspPython(), [join(HERE, 'usp_urls.py'), ...files], quiet));
}

/** A Python that has ultimate-sitemap-parser, and what its tests import. */
function uspPython() {
  const python = join(CACHE, 'venv/bin/python');
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', join(CACHE, 'venv')]);
  const packages = ['ultimate-sitemap-parser==1.8.1', 'requests-mock==1.12.1', 'pytest'];
  execFileSync(python, ['-m', 'pip', 'install', '-q', ...packages]);
  return python;
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
