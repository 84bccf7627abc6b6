/**
 * Writes archives of a crawl of any size: `node make-crawl.js FOLDER CAPTURES`. Bodies come from `ROBOTS_CORPUS` or are
 * generated; no two are equal. One capture in five is a redirect from http to https. One redirect in ten leads to a
 * site that is in no archive. One response in twenty is a 404. Prints the counts that the resulting table must have.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { bodiesOf } from './make-warc.js';

const PER_ARCHIVE = 50_000;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const [folder, count] = [process.argv[2], Number(process.argv[3])];
mkdirSync(folder, { recursive: true });
const bodies = bodiesOf(process.env.ROBOTS_CORPUS).map((octets) => ({ octets, packed: pack(octets) }));
const none = { octets: Buffer.alloc(0), packed: Buffer.alloc(0) };
const counts = { captures: 0, origins: 0, lost: 0 };

for (let first = 0; first < count; first += PER_ARCHIVE) {
  const file = openSync(join(folder, `crawl-${String(first / PER_ARCHIVE).padStart(5, '0')}.warc.gz`), 'w');
  for (let index = first; index < Math.min(count, first + PER_ARCHIVE); index++) {
    writeSync(file, member(...(index % 5 === 4 ? redirect(index) : answer(index))));
    counts.captures++;
    counts.origins++;
  }
  closeSync(file);
}
console.log(JSON.stringify({ ...counts, conclusive: counts.origins - counts.lost }));

/** A redirect to a site in another archive, or in none. */
function redirect(index) {
  const isLost = index % 50 === 49;
  if (isLost) counts.lost++;
  const target = (index * 7919) % count;
  const site = target % 5 === 4 ? target - 1 : target;
  const location = `https://${isLost ? 'lost' : 's'}${site}.example/robots.txt`;
  return record(
    `http://s${index}.example/robots.txt`,
    index,
    '301 Moved',
    `Location: ${location}\r\n`,
    none,
    '',
  );
}

function answer(index) {
  const status = index % 20 === 7 ? '404 Not Found' : '200 OK';
  const fields = 'Content-Type: text/plain\r\n';
  return record(
    `https://s${index}.example/robots.txt`,
    index,
    status,
    fields,
    bodies[index % bodies.length],
    `\n# ${index}\n`,
  );
}

/** The parts of a record: its headers, a body, and a suffix that makes the body unique. */
function record(url, index, status, fields, body, own) {
  const http = `HTTP/1.1 ${status}\r\n${fields}\r\n`;
  const date = new Date(Date.UTC(2026, 10, 1) + index * 10).toISOString();
  const length = http.length + body.octets.length + own.length;
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: ${date}\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${length}\r\n\r\n`;
  return [Buffer.from(head + http), body, Buffer.from(`${own}\r\n\r\n`)];
}

/** The gzip member of a record. Each body is deflated once and reused, because deflating takes most of the time. */
function member(head, body, end) {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, crc32(body.octets, crc32(head))), 0);
  trailer.writeUInt32LE(head.length + body.octets.length + end.length, 4);
  return Buffer.concat([GZIP_HEADER, stored(head, false), body.packed, stored(end, true), trailer]);
}

/** Deflate blocks that end at an octet boundary and are not the last. */
function pack(octets) {
  return deflateRawSync(octets, { finishFlush: constants.Z_FULL_FLUSH });
}

/** A deflate block without compression: RFC 1951, section 3.2.4. */
function stored(octets, isLast) {
  const size = Buffer.from([isLast ? 1 : 0, 0, 0, 0, 0]);
  size.writeUInt16LE(octets.length, 1);
  size.writeUInt16LE(~octets.length & 0xffff, 3);
  return Buffer.concat([size, octets]);
}
