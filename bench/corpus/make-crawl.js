/**
 * Archives of a crawl of any size: `node make-crawl.js FOLDER CAPTURES`. Bodies are those of `ROBOTS_CORPUS`, or made up, and
 * no two are alike. Of five captures one is a redirect from http to https, of which every tenth leads to a site that no
 * archive holds; every twentieth answer is a 404. Prints what an independent count of the table has to find.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bodiesOf } from './make-warc.js';

const PER_ARCHIVE = 50_000;
const [folder, count] = [process.argv[2], Number(process.argv[3])];
mkdirSync(folder, { recursive: true });
const bodies = bodiesOf(process.env.ROBOTS_CORPUS);
const counts = { captures: 0, origins: 0, lost: 0 };

for (let first = 0; first < count; first += PER_ARCHIVE) {
  const file = openSync(join(folder, `crawl-${String(first / PER_ARCHIVE).padStart(5, '0')}.warc.gz`), 'w');
  for (let index = first; index < Math.min(count, first + PER_ARCHIVE); index++) {
    writeSync(file, gzipSync(index % 5 === 4 ? redirect(index) : answer(index), { level: 1 }));
    counts.captures++;
    counts.origins++;
  }
  closeSync(file);
}
console.log(JSON.stringify({ ...counts, conclusive: counts.origins - counts.lost }));

/** To a site of another archive, or of none. */
function redirect(index) {
  const isLost = index % 50 === 49;
  if (isLost) counts.lost++;
  const target = (index * 7919) % count;
  const site = target % 5 === 4 ? target - 1 : target;
  const location = `https://${isLost ? 'lost' : 's'}${site}.example/robots.txt`;
  return record(`http://s${index}.example/robots.txt`, index, '301 Moved', `Location: ${location}\r\n`, '');
}

function answer(index) {
  const body = Buffer.concat([bodies[index % bodies.length], Buffer.from(`\n# ${index}\n`)]);
  const status = index % 20 === 7 ? '404 Not Found' : '200 OK';
  return record(`https://s${index}.example/robots.txt`, index, status, 'Content-Type: text/plain\r\n', body);
}

function record(url, index, status, fields, body) {
  const http = Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${fields}\r\n`), Buffer.from(body)]);
  const date = new Date(Date.UTC(2026, 10, 1) + index * 10).toISOString();
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: ${date}\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${http.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]);
}
