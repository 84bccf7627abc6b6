/**
 * Writes a small open corpus: WARC files of four yearly crawls that fetched /robots.txt from forty simulated sites. The
 * sites serve the files in the folders beside this one, and each year more sites block AI crawlers. Some sites are
 * down, have no robots.txt, serve a page instead, redirect, or compress the file.
 *
 *   node examples/corpus/make.js FOLDER      writes crawl-2023.warc.gz … crawl-2026.warc.gz and ranks.csv
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const SITES = 40;
const TEXT = ['Content-Type: text/plain; charset=utf-8'];
const FOLDERS = ['news', 'shop', 'wiki', 'university', 'broken'];

/** The percentage of sites that block AI crawlers in each year, and the crawlers that they block. */
const YEARS = [
  { year: 2023, closed: 3, crawlers: ['GPTBot'] },
  { year: 2024, closed: 24, crawlers: ['GPTBot', 'CCBot', 'Google-Extended'] },
  { year: 2025, closed: 38, crawlers: ['GPTBot', 'CCBot', 'Google-Extended', 'ClaudeBot', 'Bytespider'] },
  {
    year: 2026,
    closed: 49,
    crawlers: [
      'GPTBot',
      'CCBot',
      'Google-Extended',
      'ClaudeBot',
      'Bytespider',
      'Meta-ExternalAgent',
      'Applebot-Extended',
    ],
  },
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Expected the folder to write to: node examples/corpus/make.js FOLDER');
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  for (const crawl of YEARS) writeFileSync(join(folder, `crawl-${crawl.year}.warc.gz`), warcOf(crawl));
  writeFileSync(join(folder, 'ranks.csv'), ranksOf());
}

/** A ranking of the sites, like a list of the most visited sites. Every fifth site is unranked. */
function ranksOf() {
  const lines = Array.from({ length: SITES }, (_, site) => {
    const rank = Math.round(10 ** (2 + ((site * 11) % SITES) / 10));
    return site % 5 === 4 ? [] : [`${hostOf(site)},${rank}\n`];
  });
  return `host,rank\n${lines.flat().join('')}`;
}

function hostOf(site) {
  return `site-${String(site + 1).padStart(2, '0')}.example`;
}

/** A WARC file with one gzip member per record, as crawlers write it. */
function warcOf(crawl) {
  const info = record('warcinfo', `${crawl.year}-05-01T00:00:00Z`, undefined, 'application/warc-fields', [
    Buffer.from(`software: robots-exclusion examples\r\nformat: WARC file version 1.0\r\n`),
  ]);
  const captures = Array.from({ length: SITES }, (_, site) => capture(site, crawl));
  return Buffer.concat([info, ...captures].map((each) => gzipSync(each, { level: 9 })));
}

function capture(site, crawl) {
  const minute = String(site % 60).padStart(2, '0');
  const url = `https://${hostOf(site)}/robots.txt`;
  const answer = httpOf(site, crawl);
  return record(
    'response',
    `${crawl.year}-05-01T06:${minute}:00Z`,
    url,
    'application/http; msgtype=response',
    answer,
  );
}

function record(type, date, url, contentType, parts) {
  const block = Buffer.concat(parts);
  const id = createHash('sha256').update(`${type} ${date} ${url}`).digest('hex');
  const uuid = `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`;
  const fields = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${uuid}>`,
    `WARC-Date: ${date}`,
    ...(url === undefined ? [] : [`WARC-Target-URI: ${url}`]),
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** The HTTP response of a site, as sent. */
function httpOf(site, crawl) {
  const robots = robotsOf(site, crawl);
  switch (site % 20) {
    case 3:
      return http(404, 'Not Found', ['Content-Type: text/html'], Buffer.from('<h1>Not found</h1>\n'));
    case 7:
      return crawl.year % 2 === 0
        ? http(503, 'Service Unavailable', ['Retry-After: 120'], Buffer.alloc(0))
        : http(200, 'OK', TEXT, robots);
    case 11:
      return http(
        200,
        'OK',
        ['Content-Type: text/html'],
        Buffer.from('<!doctype html><title>Welcome</title>\n'),
      );
    case 13:
      return http(
        301,
        'Moved Permanently',
        [`Location: https://www.site-${site + 1}.example/robots.txt`],
        Buffer.alloc(0),
      );
    case 17:
      return http(200, 'OK', [...TEXT, 'Content-Encoding: gzip'], gzipSync(robots, { level: 9 }));
    default:
      return http(200, 'OK', TEXT, robots);
  }
}

function http(status, reason, fields, body) {
  const head = [`HTTP/1.1 ${status} ${reason}`, ...fields, `Content-Length: ${body.length}`];
  return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body];
}

/** The robots.txt of a folder, with its groups for AI crawlers replaced by those of the year. */
function robotsOf(site, { closed, crawlers, year }) {
  const path = fileURLToPath(new URL(`../${FOLDERS[site % FOLDERS.length]}/robots.txt`, import.meta.url));
  const blocks = readFileSync(path, 'latin1').split('\n\n');
  const text = blocks.filter((block) => !/^User-agent: (?:GPTBot|CCBot)$/m.test(block)).join('\n\n');
  const before = year < 2026 ? text.replace(/^Content-Signal:.*\n/gm, '') : text;
  const isClosed = (site * 37) % 100 < closed;
  // No site names all crawlers, but every site that blocks any names the first one.
  const named = crawlers.filter((_, at) => at === 0 || (site * 13 + at * 29) % 100 < 80 - 5 * at);
  const group = `\n\n${named.map((crawler) => `User-agent: ${crawler}\n`).join('')}Disallow: /\n`;
  return Buffer.from(isClosed ? before + group : before, 'latin1');
}
